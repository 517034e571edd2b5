/** Where the intrinsic functions of a template find what they speak of. */
export type Scope = {
  readonly ref: (name: string) => unknown;
  readonly attribute: (logicalId: string, name: string) => unknown;
  readonly condition: (name: string) => boolean;
  readonly mapped: (map: string, keys: readonly [string, string]) => unknown;
};

/** What AWS::NoValue resolves to; a property or item with it is left out. */
export const noValue = Symbol('AWS::NoValue');

/** The value with all its intrinsic functions resolved. @throws Error for one that the desk does not know */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== noValue);
  if (!isObject(value)) return value;
  const [only, ...others] = Object.entries(value);
  if (
    only !== undefined &&
    others.length === 0 &&
    (only[0] === 'Ref' || only[0] === 'Condition' || only[0].startsWith('Fn::'))
  ) {
    return call(only[0], only[1], scope);
  }
  const entries = Object.entries(value).map(([key, item]) => [key, resolve(item, scope)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== noValue));
}

type Intrinsic = (given: unknown, scope: Scope) => unknown;

const intrinsics: Readonly<Record<string, Intrinsic>> = {
  Ref: (given, scope) => scope.ref(text(given)),
  Condition: (given, scope) => scope.condition(text(given)),
  'Fn::GetAtt': (given, scope) => {
    const [logicalId, ...name] = typeof given === 'string' ? given.split('.') : list(given).map(text);
    return scope.attribute(text(logicalId), name.join('.'));
  },
  'Fn::Join': (given, scope) => {
    const [delimiter, parts] = list(given);
    return list(resolve(parts, scope)).map(text).join(text(delimiter));
  },
  'Fn::Sub': (given, scope) => {
    const [template, values] = Array.isArray(given) ? given : [given, {}];
    const own = isObject(values) ? values : {};
    // `${!Name}` stands for a literal `${Name}`.
    return text(template).replace(/\$\{([^}]+)\}/g, (_, name: string) => {
      if (name.startsWith('!')) return `\${${name.slice(1)}}`;
      if (Object.hasOwn(own, name)) return text(resolve(own[name], scope));
      const dot = name.indexOf('.');
      return text(dot === -1 ? scope.ref(name) : scope.attribute(name.slice(0, dot), name.slice(dot + 1)));
    });
  },
  'Fn::Select': (given, scope) => {
    const [index, items] = list(given);
    return list(resolve(items, scope))[Number(resolve(index, scope))];
  },
  'Fn::Split': (given, scope) => {
    const [delimiter, whole] = list(given);
    return text(resolve(whole, scope)).split(text(delimiter));
  },
  'Fn::FindInMap': (given, scope) => {
    const [map, top, second] = list(resolve(given, scope)).map(text);
    return scope.mapped(text(map), [text(top), text(second)]);
  },
  'Fn::Base64': (given, scope) => Buffer.from(text(resolve(given, scope))).toString('base64'),
  'Fn::If': (given, scope) => {
    const [condition, whenTrue, whenFalse] = list(given);
    return resolve(scope.condition(text(condition)) ? whenTrue : whenFalse, scope);
  },
  'Fn::Equals': (given, scope) => {
    const [left, right] = list(resolve(given, scope));
    return JSON.stringify(left) === JSON.stringify(right);
  },
  'Fn::Not': (given, scope) => !list(resolve(given, scope))[0],
  'Fn::And': (given, scope) => list(resolve(given, scope)).every(Boolean),
  'Fn::Or': (given, scope) => list(resolve(given, scope)).some(Boolean),
};

function call(name: string, given: unknown, scope: Scope): unknown {
  const intrinsic = intrinsics[name];
  if (intrinsic !== undefined) return intrinsic(given, scope);
  throw new Error(`The desk does not know ${name}; it knows ${Object.keys(intrinsics).join(', ')}`);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error(`An intrinsic function needs a list, but got ${JSON.stringify(value)}`);
}

function text(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error(`An intrinsic function needs a text, but got ${JSON.stringify(value)}`);
}
