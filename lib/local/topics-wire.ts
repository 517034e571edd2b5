import { randomUUID } from 'node:crypto';
import type { AwsError } from './aws-json.ts';
import type { WireResponse } from './http-server.ts';

const namespace = 'http://sns.amazonaws.com/doc/2010-03-31/';

/** The answer of an operation in AWS's query protocol; `result` is XML. */
export function snsAnswer(action: string, result: string): WireResponse {
  const metadata = `<ResponseMetadata>${xmlElement('RequestId', randomUUID())}</ResponseMetadata>`;
  return xml(
    200,
    `<${action}Response xmlns="${namespace}"><${action}Result>${result}</${action}Result>${metadata}</${action}Response>`,
  );
}

/** A refusal in AWS's query protocol. */
export function snsFault(error: AwsError): WireResponse {
  const fault = xmlElement('Error', { Type: 'Sender', Code: error.name, Message: error.message });
  return xml(
    error.name === 'NotFound' ? 404 : 400,
    `<ErrorResponse xmlns="${namespace}">${fault}${xmlElement('RequestId', randomUUID())}</ErrorResponse>`,
  );
}

/** An element with a text, or with one child element per member. */
export function xmlElement(name: string, content: string | Readonly<Record<string, string>>): string {
  const inside =
    typeof content === 'string'
      ? escapeXml(content)
      : Object.entries(content)
          .map(([key, value]) => xmlElement(key, value))
          .join('');
  return `<${name}>${inside}</${name}>`;
}

function xml(status: number, body: string): WireResponse {
  return { status, headers: { 'content-type': 'text/xml' }, body: `<?xml version="1.0"?>${body}` };
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
