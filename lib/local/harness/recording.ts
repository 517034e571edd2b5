import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readFrame } from './event-frames.ts';
import type { Json } from './script-schema.ts';
import type { RoundCall } from './session-state.ts';

/** A recorded stream: the bytes as they are, and what they come to. */
export type Recording = {
  readonly frames: readonly RecordedFrame[];
  readonly calls: readonly RoundCall[];
  readonly stopReason: string | undefined;
};

/** A line of a recording: an event, or a frame as it was on the wire. */
export type RecordedFrame = {
  readonly type: string;
  readonly payload: Readonly<Record<string, Json>>;
  readonly raw?: Uint8Array;
};

const eventLine = z.strictObject({ type: z.string(), payload: z.record(z.string(), z.json()) });

/**
 * Reads a recording: a line is `{"type", "payload"}` or one frame in base64.
 * @throws Error with the file and the line that cannot be read
 */
export function readRecording(file: string): Recording {
  const frames = readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [readLine(line.trim(), `${file}:${index + 1}`)]));
  const starts = frames.flatMap((frame) => (frame.type === 'contentBlockStart' ? [frame.payload.start] : []));
  const answered = starts.flatMap((start) => member(start, 'toolResult', 'toolUseId'));
  const stops = frames.filter((frame) => frame.type === 'messageStop').map((frame) => String(frame.payload.stopReason));
  return { frames, calls: readCalls(frames, answered), stopReason: stops.at(-1) };
}

function readLine(line: string, place: string): RecordedFrame {
  try {
    if (line.startsWith('{')) return eventLine.parse(JSON.parse(line));
    const raw = Buffer.from(line, 'base64');
    return { raw, ...readFrame(raw) };
  } catch (cause) {
    throw new Error(`${place} is neither {"type": ..., "payload": {...}} nor one event-stream frame in base64`, {
      cause,
    });
  }
}

/** By id, since indexes are used twice; what no result in the recording answers is the client's. */
function readCalls(frames: readonly RecordedFrame[], answered: readonly string[]): readonly RoundCall[] {
  const open = new Map<number, string>();
  const calls = new Map<string, { name: string; input: string }>();
  for (const { type, payload } of frames) {
    const index = Number(payload.contentBlockIndex);
    if (type === 'contentBlockStart') {
      const [id] = member(payload.start, 'toolUse', 'toolUseId');
      const [name] = member(payload.start, 'toolUse', 'name');
      if (id === undefined || name === undefined) open.delete(index);
      else {
        open.set(index, id);
        calls.set(id, { name, input: '' });
      }
    }
    const call = calls.get(open.get(index) ?? '');
    if (type === 'contentBlockDelta' && call !== undefined)
      call.input += member(payload.delta, 'toolUse', 'input').join('');
  }
  return [...calls].map(([toolUseId, { name, input }]) =>
    answered.includes(toolUseId)
      ? {
          toolUseId,
          name,
          input,
          runner: 'harness',
          result: { toolUseId, status: 'success', content: [{ text: 'recorded' }] },
        }
      : { toolUseId, name, input, runner: 'client' },
  );
}

function member(value: Json | undefined, outer: string, inner: string): readonly string[] {
  const found = field(field(value, outer), inner);
  return typeof found === 'string' ? [found] : [];
}

function field(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return value[name];
}
