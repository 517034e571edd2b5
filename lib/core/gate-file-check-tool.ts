import { spellPath, unknownName } from './gate-file-problems.ts';
import type { ReadableSections, ToolAsWritten } from './gate-file-sections.ts';
import { pointerOf } from './json-pointer.ts';
import { requestApproval } from './request-approval.ts';
import { schemaPlaces } from './schema-place.ts';
import { builtinTools } from './tool-pattern.ts';

type NamedTool = { readonly name: string; readonly tool: ToolAsWritten };

/** Lines about one tool beside others: its name, what it requires, and arguments that should be nobody's to type. */
export function toolLines(sections: ReadableSections, { name, tool }: NamedTool): readonly string[] {
  return [
    ...nameLines({ name, tool }),
    ...requiredLines(sections, { name, tool }),
    ...secretLines({ name, tool }),
    ...verifierLines({ name, tool }),
  ];
}

/** Whoever did it says that it is done. Another one has to look, or nothing is verified. */
function verifierLines({ name, tool: { executor } }: NamedTool): readonly string[] {
  if (executor?.verifier === undefined || executor.verifier.lambda !== executor.lambda) return [];
  const at = spellPath(['tools', name, 'executor', 'verifier', 'lambda']);
  return [`${at}: given the executor itself; allowed: another function, which looks at the world by itself`];
}

/** The guard lets every tool that the client answers pass by its name, so that name must not be one of the harness's own. */
function nameLines({ name, tool }: NamedTool): readonly string[] {
  const at = spellPath(['tools', name]);
  if (name === requestApproval)
    return [`${at}: the gate adds this tool by itself where a tool has runBy: harness; allowed: any other name`];
  if (tool.runBy === 'harness') return [];
  if (builtinTools.includes(name))
    return [
      `${at}: the harness has a tool of this name in every session; allowed: any other name, or runBy: harness to have it approved`,
    ];
  return name.includes('___')
    ? [
        `${at}: the tools of gateways are called target___tool; allowed: a name without ___, or runBy: harness to have it approved`,
      ]
    : [];
}

function requiredLines({ toolNames }: ReadableSections, { name, tool }: NamedTool): readonly string[] {
  return tool.requires.flatMap((needed, index) => {
    const at = ['tools', name, 'requires', index];
    if (needed === name) return [`${spellPath(at)}: a tool cannot require itself; allowed: another tool`];
    return toolNames.includes(needed)
      ? []
      : [
          unknownName(at, {
            given: needed,
            known: toolNames.filter((other) => other !== name),
            what: 'a tool of this file',
          }),
        ];
  });
}

// Whole words, or the ends of words that are written together: "tokens", "keyboard" and "monkey" are none of them.
const secretWords =
  /^(pwd|key|keys|\w*(passwords?|passwd|passphrase|passcode|secrets?|token|credentials?)|(api|private|access|secret|ssh|auth|signing|encryption)keys?)\d*$/;

/** Credentials are the executor's own. What a model types was read from somewhere, and is read by every approver. */
function secretLines({ name, tool }: NamedTool): readonly string[] {
  const places = new Map(schemaPlaces(tool.inputSchema).map(({ at }) => [pointerOf(at), at.at(-1) ?? '']));
  return [...places].flatMap(([pointer, last]) => {
    if (!looksSecret(last) || tool.acknowledge.includes(pointer)) return [];
    return [
      `${spellPath(['tools', name, 'inputSchema'])}: ${JSON.stringify(last)} looks like a credential, which the executor should have and no model should type; allowed: leave it out, or acknowledge: [${pointer}] where it is none`,
    ];
  });
}

function looksSecret(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word) => secretWords.test(word));
}
