import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isObject, noValue, resolve, type Scope } from './intrinsics.ts';
import { type Place, type ResourceType, resourceType } from './resource-types.ts';

/** One resource of the stack with everything in it resolved. */
export type Resource = {
  readonly logicalId: string;
  readonly type: string;
  readonly use: ResourceType['use'];
  /** The name that AWS's APIs know it by, or its id where AWS gives ids. The same in every run of the desk. */
  readonly physicalName: string;
  readonly arn: string | undefined;
  readonly properties: Readonly<Record<string, unknown>>;
};

/** A template as deployed: names and ARNs stand, intrinsic functions are resolved. */
export type Stack = {
  readonly resources: readonly Resource[];
  readonly outputs: Readonly<Record<string, unknown>>;
};

export type StackOptions = {
  readonly name: string;
  readonly place: Place;
  /** Values for the template's parameters; those without one take their default. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Where an HTTP API (by logical id) is reached on this machine, as AWS's ApiEndpoint: no slash at the end. */
  readonly apiEndpoint: (logicalId: string) => string;
};

const templateShape = z.object({
  Parameters: z
    .record(z.string(), z.object({ Default: z.union([z.string(), z.number()]).optional(), Type: z.string() }))
    .default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Condition: z.string().optional(),
      Properties: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown(), Condition: z.string().optional() })).default({}),
});

/** The logical ids of a type in a template, before anything is resolved. */
export function logicalIdsOf(type: string, template: unknown): readonly string[] {
  const { Resources } = templateShape.parse(template);
  return Object.keys(Resources).filter((logicalId) => Resources[logicalId]?.Type === type);
}

/** Resolves a synthesized CloudFormation template. @throws Error naming what cannot be served, with what can be */
export function loadStack(template: unknown, options: StackOptions): Stack {
  const { Parameters, Mappings, Conditions, Resources, Outputs } = templateShape.parse(template);
  const { place } = options;
  const open = new Set<string>();

  const scope: Scope = {
    ref: (name) => {
      const pseudo = pseudoParameter(name, options);
      if (pseudo !== undefined) return pseudo;
      if (Object.hasOwn(Parameters, name)) return parameter(name);
      const known = identity(name);
      return known.kind.ref === 'arn' ? known.arn : known.name;
    },
    attribute: (logicalId, name) => {
      const { kind, arn, name: physical } = identity(logicalId);
      if (name === 'Arn' && arn !== undefined) return arn;
      if (name === 'ApiEndpoint') return options.apiEndpoint(logicalId);
      const value = kind.attributes?.(physical, place)[name];
      if (value !== undefined) return value;
      throw new Error(`The desk has no attribute ${name} of ${logicalId} (${Resources[logicalId]?.Type})`);
    },
    condition: (name) => {
      if (!Object.hasOwn(Conditions, name)) throw new Error(`The template has no condition ${name}`);
      return Boolean(resolve(Conditions[name], scope));
    },
    mapped: (map, [top, second]) => {
      const value = Mappings[map]?.[top]?.[second];
      if (value === undefined) throw new Error(`The template's mapping ${map} has nothing at ${top}, ${second}`);
      return value;
    },
  };

  const parameter = (name: string) => {
    const value = options.parameters[name] ?? Parameters[name]?.Default;
    if (value === undefined) throw new Error(`The template's parameter ${name} has no default: give it a value`);
    return Parameters[name]?.Type === 'CommaDelimitedList' ? String(value).split(',') : String(value);
  };

  // A name may refer to other names, so it is found on demand, and before the rest of the resource is resolved.
  const identity = (logicalId: string) => {
    const resource = Resources[logicalId];
    if (resource === undefined)
      throw new Error(`The template refers to ${logicalId}, which is neither a resource nor a parameter`);
    if (open.has(logicalId)) throw new Error(`The names of ${[...open].join(', ')} refer to each other in a circle`);
    open.add(logicalId);
    const kind = resourceType(logicalId, resource.Type);
    const given = kind.nameProperty === undefined ? undefined : resolve(resource.Properties[kind.nameProperty], scope);
    open.delete(logicalId);
    const name = typeof given === 'string' ? given : inventedName(logicalId, kind, options.name);
    return { kind, name, arn: kind.arn?.(name, place) };
  };

  const present = Object.entries(Resources).filter(
    ([, one]) => one.Condition === undefined || scope.condition(one.Condition),
  );
  // Only what is served is resolved: the rest may speak of things that a desk has no answer to.
  const resources = present.map(([logicalId, one]): Resource => {
    const { kind, name, arn } = identity(logicalId);
    const properties = kind.use === 'served' ? withLocalAddresses(resolve(one.Properties, scope)) : {};
    return {
      logicalId,
      type: one.Type,
      use: kind.use,
      physicalName: name,
      arn,
      properties: isObject(properties) ? properties : {},
    };
  });

  // CDK spells an API's address out of its id, so the address is put right wherever it came together.
  function withLocalAddresses(value: unknown): unknown {
    if (typeof value === 'string') {
      const apis = Object.keys(Resources).filter(
        (logicalId) => Resources[logicalId]?.Type === 'AWS::ApiGatewayV2::Api',
      );
      return apis.reduce((text, logicalId) => {
        const remote = `https://${identity(logicalId).name}.execute-api.${place.region}.amazonaws.com`;
        return text.replaceAll(remote, options.apiEndpoint(logicalId));
      }, value);
    }
    if (Array.isArray(value)) return value.map(withLocalAddresses);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withLocalAddresses(item)]));
  }

  const outputs = Object.entries(Outputs)
    .filter(([, one]) => one.Condition === undefined || scope.condition(one.Condition))
    .map(([name, one]) => [name, withLocalAddresses(resolve(one.Value, scope))] as const);
  return { resources, outputs: Object.fromEntries(outputs) };
}

function pseudoParameter(name: string, options: StackOptions): unknown {
  const { region, account } = options.place;
  switch (name) {
    case 'AWS::Region':
      return region;
    case 'AWS::AccountId':
      return account;
    case 'AWS::Partition':
      return 'aws';
    case 'AWS::URLSuffix':
      return 'amazonaws.com';
    case 'AWS::StackName':
      return options.name;
    case 'AWS::StackId':
      return `arn:aws:cloudformation:${region}:${account}:stack/${options.name}/desk`;
    case 'AWS::NotificationARNs':
      return [];
    case 'AWS::NoValue':
      return noValue;
    default:
      return undefined;
  }
}

/** AWS ends a name that it makes up with random characters. Here they are a hash, so that a restart finds its tables. */
function inventedName(logicalId: string, kind: ResourceType, stack: string): string {
  const hash = createHash('sha256').update(`${stack}/${logicalId}`).digest();
  if (kind.hasId)
    return BigInt(`0x${hash.toString('hex')}`)
      .toString(36)
      .slice(0, 10);
  const suffix = hash.toString('hex').slice(0, 12);
  return `${`${stack}-${logicalId}`.slice(0, (kind.maxNameLength ?? 128) - suffix.length - 1)}-${suffix}`;
}
