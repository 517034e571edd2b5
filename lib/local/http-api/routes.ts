/** A route of an HTTP API, its key split: method 'ANY' takes all, path undefined is `$default`. */
export type Route = {
  readonly routeKey: string;
  readonly method: string;
  readonly path: readonly string[] | undefined;
  readonly functionArn: string;
  /** `iam` asks for a request that is signed. */
  readonly authorization: 'none' | 'iam';
  /** Milliseconds until the API gives up on the function. */
  readonly timeoutMs: number;
};

export type Match = { readonly route: Route; readonly parameters: Readonly<Record<string, string>> };

/** Reads 'GET /runs/{id}', 'ANY /{proxy+}' or '$default'. @throws Error for anything else */
export function parseRouteKey(routeKey: string): {
  readonly method: string;
  readonly path: readonly string[] | undefined;
} {
  if (routeKey === '$default') return { method: 'ANY', path: undefined };
  const [, method, path] = /^(ANY|GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/.*)$/.exec(routeKey) ?? [];
  if (method === undefined || path === undefined) {
    throw new Error(
      `A route's key is "$default" or a method and a path as in "GET /runs/{id}", but was ${JSON.stringify(routeKey)}`,
    );
  }
  return { method, path: segmentsOf(path) };
}

/** The most specific route for a request: literal segments before variables, those before `{proxy+}`, a method before ANY. */
export function matchRoute(
  routes: readonly Route[],
  request: { readonly method: string; readonly path: string },
): Match | undefined {
  const segments = segmentsOf(request.path);
  const matches = routes
    .filter((route) => route.method === 'ANY' || route.method === request.method)
    .flatMap((route) => {
      const parameters = route.path === undefined ? {} : parametersOf(route.path, segments);
      return parameters === undefined ? [] : [{ route, parameters }];
    });
  return matches.sort((a, b) => compareRank(rank(b.route), rank(a.route)))[0];
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').slice(1);
}

function parametersOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const [, name, greedy] = /^\{([^}+]+)(\+)?\}$/.exec(part) ?? [];
    const segment = segments[index];
    // A variable takes no empty segment: `/runs/` is not `/runs/{id}`.
    if (segment === undefined || (name !== undefined && segment === '')) return undefined;
    if (name === undefined) {
      if (segment !== part) return undefined;
    } else if (greedy) {
      parameters[name] = segments.slice(index).join('/');
      return parameters;
    } else {
      parameters[name] = segment;
    }
  }
  return segments.length === pattern.length ? parameters : undefined;
}

/** One number per segment and a last one for the method; the larger, the more specific. */
function rank({ path, method }: Route): readonly number[] {
  const bySegment = (path ?? []).map((part) => (part.endsWith('+}') ? 1 : part.startsWith('{') ? 2 : 3));
  return [...bySegment, path === undefined ? -1 : 0, method === 'ANY' ? 0 : 1];
}

function compareRank(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
