import { EventStreamCodec, type MessageHeaders } from '@smithy/core/event-streams';
import { fromUtf8, toUtf8 } from '@smithy/core/serde';
import { z } from 'zod';
import type { Json } from './script-schema.ts';
import type { StreamFrame } from './stream-events.ts';

const codec = new EventStreamCodec(toUtf8, fromUtf8);
const payloadSchema = z.record(z.string(), z.json());

/** Encodes one frame of application/vnd.amazon.eventstream. */
export function encodeFrame({ frame, type, payload }: Pick<StreamFrame, 'frame' | 'type' | 'payload'>): Uint8Array {
  if (frame === 'error') {
    const headers = { ':error-code': type, ':error-message': String(payload.message ?? '') };
    return encode({ ':message-type': 'error', ...headers }, {});
  }
  const typeHeader = frame === 'event' ? ':event-type' : ':exception-type';
  return encode({ ':message-type': frame, [typeHeader]: type, ':content-type': 'application/json' }, payload);
}

/** Reads one frame. @throws Error when its lengths, checksums or JSON are wrong */
export function readFrame(bytes: Uint8Array): {
  readonly type: string;
  readonly payload: Readonly<Record<string, Json>>;
} {
  const { headers, body } = codec.decode(bytes);
  const type = headers[':event-type'] ?? headers[':exception-type'] ?? headers[':error-code'];
  if (type?.type !== 'string') throw new Error('The frame names no event type');
  return { type: type.value, payload: body.length === 0 ? {} : payloadSchema.parse(JSON.parse(toUtf8(body))) };
}

function encode(headers: Readonly<Record<string, string>>, payload: Readonly<Record<string, Json>>): Uint8Array {
  const tagged: MessageHeaders = {};
  for (const [name, value] of Object.entries(headers)) tagged[name] = { type: 'string', value };
  return codec.encode({ headers: tagged, body: fromUtf8(JSON.stringify(payload)) });
}
