/** Where a value does not fit the keywords of a JSON Schema. Texts are shortened, and from schema and value. */
export interface SchemaProblems {
  'schema.missing': { readonly name: string };
  'schema.extra': { readonly name: string };
  /** JSON texts, shortened. */
  'schema.one-of': { readonly allowed: string };
  'schema.exactly': { readonly allowed: string };
  'schema.type': { readonly types: readonly string[] };
  'schema.bound': { readonly comparison: '<=' | '>=' | '<' | '>'; readonly limit: number };
  'schema.multiple': { readonly of: number };
  'schema.size': {
    readonly of: 'characters' | 'items' | 'properties';
    readonly bound: 'least' | 'most';
    readonly limit: number;
  };
  'schema.pattern': { readonly pattern: string };
  'schema.twice': { readonly one: number; readonly other: number };
  /** `words` as the validator has them, in English. */
  'schema.other': { readonly keyword: string; readonly words: string };
}
