import type { Json, JsonObject } from '../core/canonical-json.ts';
import { pointerOf } from '../core/json-pointer.ts';
import { hiddenCount } from '../core/visible-text.ts';
import type { CallView } from '../gate/views.ts';

/** One member of a call's arguments that a form can show as a field of its own. */
export interface EditField {
  readonly name: string;
  /** JSON pointer. */
  readonly at: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  readonly control: 'line' | 'lines' | 'number' | 'choice';
  /** The values of `choice`. */
  readonly options: readonly Json[];
  /** What the field holds before anybody types; empty where the call has no such member. */
  readonly value: string;
}

/** A call's arguments as far as they are flat, and the names of whatever can only be changed as JSON. */
export interface EditableInput {
  readonly fields: readonly EditField[];
  readonly onlyRaw: readonly string[];
}

/** Characters up to which a text is a field; longer ones are written in the JSON text, where they stand once. */
const longestField = 4000;

/** Characters from which a field has several lines. */
const oneLine = 60;

/**
 * Takes arguments apart by the tool's schema. A member is a field only where the browser sends back exactly what it was given:
 * a text with hidden characters would be shown without them and is left to the JSON text, which shows them as codes.
 */
export function editableInput({ input, inputSchema }: Pick<CallView, 'input' | 'inputSchema'>): EditableInput {
  if (input === undefined || inputSchema === undefined || !isObject(input)) return { fields: [], onlyRaw: [] };
  const properties = inputSchema['properties'];
  const known = properties !== undefined && isObject(properties) ? Object.entries(properties) : [];
  const fields = known.flatMap(([name, schema]) => {
    const field = fieldOf(name, { schema, input, required: isRequired(inputSchema, name) });
    return field === undefined ? [] : [field];
  });
  const names = [...new Set([...Object.keys(input), ...known.map(([name]) => name)])];
  return { fields, onlyRaw: names.filter((name) => !fields.some((field) => field.name === name)) };
}

interface Member {
  readonly schema: Json;
  readonly input: JsonObject;
  readonly required: boolean;
}

function fieldOf(name: string, { schema, input, required }: Member): EditField | undefined {
  if (!isObject(schema)) return undefined;
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  const field = { name, at: pointerOf([name]), schema, required, options: [] };
  const options = optionsOf(schema);
  if (options !== undefined) {
    return { ...field, control: 'choice', options, value: value === undefined ? '' : JSON.stringify(value) };
  }
  const { type } = schema;
  if ((type === 'number' || type === 'integer') && (value === undefined || typeof value === 'number')) {
    return { ...field, control: 'number', value: value === undefined ? '' : JSON.stringify(value) };
  }
  if (type !== 'string' || !(value === undefined || isPlainText(value))) return undefined;
  const text = value ?? '';
  const isLong = text.length > oneLine || /[\r\n]/u.test(text) || Number(schema['maxLength'] ?? 0) > 4 * oneLine;
  return { ...field, control: isLong ? 'lines' : 'line', value: text };
}

/** The values of an enumeration or a truth value; `undefined` where the schema names none. */
function optionsOf(schema: JsonObject): readonly Json[] | undefined {
  const named = schema['enum'];
  if (Array.isArray(named)) return named.every(isScalar) ? named : undefined;
  return schema['type'] === 'boolean' ? [true, false] : undefined;
}

function isPlainText(value: Json): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longestField &&
    // A browser makes U+FFFD of it.
    !value.includes('\u0000') &&
    hiddenCount(value) === 0
  );
}

function isScalar(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

function isRequired(schema: JsonObject, name: string): boolean {
  const required = schema['required'];
  return Array.isArray(required) && required.includes(name);
}

/** Whether a value has members by name. */
export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
