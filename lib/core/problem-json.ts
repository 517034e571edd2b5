/**
 * Why a text is no JSON that is read in one way only. `found` is what stands there instead, shortened; absent at the end of the text.
 * All of it is from the text, and so not for an entry.
 */
export interface JsonProblems {
  'json.too-large': { readonly bytes: number; readonly most: number };
  'json.byte-order-mark': object;
  'json.goes-on': { readonly found?: string };
  'json.no-name': { readonly found?: string };
  'json.name-twice': { readonly name: string };
  'json.name-proto': object;
  'json.name-prototype': object;
  'json.no-number': object;
  'json.number-too-large': { readonly number: string };
  'json.negative-zero': { readonly number: string };
  'json.number-changes': { readonly number: string; readonly becomes: string };
  'json.no-value': { readonly found?: string };
  'json.too-deep': { readonly most: number };
  'json.no-mark': { readonly mark: ':' | ','; readonly found?: string };
  'json.half-pair': object;
  'json.half-pair-escaped': object;
  'json.unclosed': object;
  'json.unescaped': { readonly found?: string };
  'json.bad-escape': object;
}
