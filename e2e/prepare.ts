import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes the migrated, empty database that every site of a run copies, where it would make its own: half of what
 * a first start costs, and there are a dozen of them.
 */
export default function prepare(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'one-africa-e2e-prepared-'));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/prepare-folder.ts', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The prepared database could not be made:\n${stderr}`);
  process.env.E2E_PREPARED = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
