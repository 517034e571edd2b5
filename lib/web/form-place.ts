import type { ContentId, RequestId, RunId } from '../core/ids.ts';
import type { ExpectedPlace } from '../gate/record-verdict.ts';
import type { CallView, RequestView } from '../gate/views.ts';

/** Where a form's call is kept, in one field: the gate reads it while it still looks the link up. */
export function placeText(request: RequestView, { keptAs }: CallView): string {
  const input = keptAs === undefined ? [] : [keptAs.contentId, keptAs.commitment];
  return [request.runId, request.requestId, ...input].join('.');
}

// Ids as this gate makes them; whatever else stands there is not worth a read.
const shape = /^(run-[0-9a-f]{32})\.(request-[0-9a-f]{32})(?:\.([A-Za-z0-9-]{1,64})\.([0-9a-f]{64}))?$/;

/** What the field says; `undefined` for anything but a place. It is a guess of what to read and nothing is decided by it. */
export function readPlace(text: string): ExpectedPlace | undefined {
  const [, run, request, contentId, commitment] = shape.exec(text) ?? [];
  if (run === undefined || request === undefined) return undefined;
  const place = { runId: run as RunId, requestId: request as RequestId };
  if (contentId === undefined || commitment === undefined) return place;
  return { ...place, input: { contentId: contentId as ContentId, commitment } };
}
