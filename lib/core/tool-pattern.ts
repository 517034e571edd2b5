/** A tool as the harness's hook names it: the name is all that a hook tells of where a tool comes from. */
export interface NamedTool {
  /** As the model sees it; a gateway's tools come as `target___tool`. */
  readonly name: string;
}

/** One pattern of a gate file, in one of nine written forms. */
export type ToolPattern =
  /** `*` */
  | { readonly kind: 'any' }
  /** `name` and `file_*`: by the name that the model sees, whoever offers it. */
  | { readonly kind: 'named'; readonly name: string }
  /** `@builtin` and `@builtin/x`: the two tools that are in every session by themselves. */
  | { readonly kind: 'builtin'; readonly tool?: string }
  /** `@server`, `@server/tool`, `@server/glob`; `@*` + `/tool` names one tool of whatever server. */
  | { readonly kind: 'server'; readonly server: string; readonly tool?: string };

/** In every session unless a hook denies them. AWS's code interpreter comes under these names as well. */
export const builtinTools: readonly string[] = ['shell', 'file_operations'];

/** The nine forms, for messages. */
export const patternForms =
  'a pattern: *, name, file_*, @builtin, @builtin/name, @server, @server/name, @server/file_*, @*/name';

const name = '[a-zA-Z0-9_-]{1,64}';
const glob = '(?=[a-zA-Z0-9_*-]{2,64}(?:$|/))[a-zA-Z0-9_-]*(?:\\*[a-zA-Z0-9_-]*)+';

/** Every text that is a pattern; `parsePattern` reads exactly these. */
export const patternSyntax = new RegExp(
  `^(?:\\*|${name}|${glob}|@builtin(?:/${name})?|@(?!builtin(?:/|$))${name}(?:/(?:\\*|${name}|${glob}))?|@\\*/${name})$`,
);

/** The pattern that a text spells; `undefined` when it is in none of the nine forms. */
export function parsePattern(text: string): ToolPattern | undefined {
  if (!patternSyntax.test(text)) return undefined;
  if (text === '*') return { kind: 'any' };
  if (!text.startsWith('@')) return /[^*]/.test(text) ? { kind: 'named', name: text } : undefined;
  const [server = '', tool] = text.slice(1).split('/');
  const below = tool === undefined || /^\*+$/.test(tool) ? {} : { tool };
  return server === 'builtin' ? { kind: 'builtin', ...below } : { kind: 'server', server, ...below };
}

// The order of the kinds leaves a thousand steps between them for the letters of a glob, which has at most 64.
const step = 1_000;
const ranks = { any: 1, origin: step, glob: 2 * step, globOfServer: 3 * step, anyServer: 4 * step } as const;
const exact = { name: 5 * step, ofServer: 6 * step } as const;

/**
 * How specifically a pattern means a tool; 0 when it does not. What says more of the name says more: a whole name before a
 * part of one, a part before an origin, an origin before everything; with its server before without; more letters before less.
 */
export function matchPattern(pattern: ToolPattern, tool: NamedTool): number {
  switch (pattern.kind) {
    case 'any':
      return ranks.any;
    case 'named':
      if (!matchesGlob(pattern.name, tool.name)) return 0;
      return isGlob(pattern.name) ? ranks.glob + letters(pattern.name) : exact.name;
    case 'builtin':
      // By the name alone: a server that calls itself `builtin` is still a server.
      if (originOf(tool).server !== undefined || !builtinTools.includes(tool.name)) return 0;
      if (pattern.tool === undefined) return ranks.origin;
      return pattern.tool === tool.name ? exact.ofServer : 0;
    case 'server':
      return matchServer(pattern, originOf(tool));
  }
}

function matchServer(pattern: Extract<ToolPattern, { kind: 'server' }>, origin: Origin): number {
  if (pattern.server === '*') return pattern.tool === origin.tool ? ranks.anyServer : 0;
  if (origin.server !== pattern.server) return 0;
  if (pattern.tool === undefined) return ranks.origin;
  if (!matchesGlob(pattern.tool, origin.tool)) return 0;
  return isGlob(pattern.tool) ? ranks.globOfServer + letters(pattern.tool) : exact.ofServer;
}

interface Origin {
  readonly server?: string;
  readonly tool: string;
}

const gatewaySeparator = '___';

function originOf({ name }: NamedTool): Origin {
  const at = name.indexOf(gatewaySeparator);
  return at > 0 ? { server: name.slice(0, at), tool: name.slice(at + gatewaySeparator.length) } : { tool: name };
}

function isGlob(text: string): boolean {
  return text.includes('*');
}

function letters(text: string): number {
  return text.replaceAll('*', '').length;
}

/** Two fingers instead of a regular expression: the model chooses the name, and no name may make the matching slow. */
function matchesGlob(pattern: string, text: string): boolean {
  let [p, t, star, resume] = [0, 0, -1, 0];
  while (t < text.length) {
    if (pattern[p] === '*') {
      star = p;
      resume = t;
      p += 1;
    } else if (pattern[p] === text[t]) {
      p += 1;
      t += 1;
    } else if (star >= 0) {
      resume += 1;
      t = resume;
      p = star + 1;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(p));
}
