import { randomUUID } from 'node:crypto';
import { type Evidence, type EvidenceFile, evidenceOf } from './dispute.rules.ts';

/** Body of `…/provide-evidence`: a form whose part `input` is JSON, then the files. */
export function evidenceForm(
  evidences: readonly Evidence[],
  files: readonly EvidenceFile[],
): { contentType: string; bytes: Uint8Array } {
  const boundary = `evidence-${randomUUID()}`;
  const input = Buffer.from(JSON.stringify({ evidences: evidences.map(evidenceOf) }));
  const parts = [
    partOf('name="input"', 'application/json', input),
    ...files.map(({ name, type, bytes }, at) =>
      partOf(`name="file${at + 1}"; filename="${name.replace(/[^\w.-]/g, '_')}"`, type, bytes),
    ),
  ];
  const bytes = Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes };
}

const partOf = (names: string, type: string, bytes: Uint8Array) =>
  Buffer.concat([
    Buffer.from(`Content-Disposition: form-data; ${names}\r\nContent-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
