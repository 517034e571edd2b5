import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const manifestShape = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string().optional() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

/**
 * The directories (or files) of a synthesized stack's assets by the object key that its template names, read from CDK's
 * `<Stack>.assets.json`. @throws Error when that is no asset manifest
 */
export function readAssets(manifestFile: string): ReadonlyMap<string, string> {
  const { files } = manifestShape.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
  const assets = new Map<string, string>();
  for (const { source, destinations } of Object.values(files)) {
    if (source.path === undefined) continue;
    for (const { objectKey } of Object.values(destinations))
      assets.set(objectKey, join(dirname(manifestFile), source.path));
  }
  return assets;
}
