import type { Json } from './script-schema.ts';

const template = /\{\{\s*([\w.-]+)(:number)?\s*\}\}/g;

/** What a template's names stand for; undefined where there is no such value yet. */
export type Lookup = (name: string) => string | undefined;

/** The names between braces, so that a misspelt one is found before it is used. */
export function namesInTemplates(text: string): readonly string[] {
  return [...text.matchAll(template)].map((match) => match[1] ?? '');
}

/** Replaces each {{name}} by its value. @throws Error when there is none yet */
export function fillText(text: string, lookup: Lookup): string {
  return text.replace(template, (_, name: string) => valueFor(name, lookup));
}

/** Fills every string in a value; a string that is {{name:number}} and nothing else becomes a number. @throws Error as fillText */
export function fillJson(value: Json, lookup: Lookup): Json {
  if (typeof value === 'string') return asNumber(value, lookup) ?? fillText(value, lookup);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, lookup));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillJson(item, lookup)]));
}

function asNumber(text: string, lookup: Lookup): number | undefined {
  const name = /^\{\{\s*([\w.-]+):number\s*\}\}$/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const value = valueFor(name, lookup);
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) throw new Error(`{{${name}:number}} is not a number: ${value}`);
  return number;
}

function valueFor(name: string, lookup: Lookup): string {
  const value = lookup(name);
  if (value === undefined) throw new Error(`{{${name}}} has no value at this point of the dialogue`);
  return value;
}
