import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

let written = 0;

/**
 * Writes a whole file so that a reader, or a process killed at any moment, sees
 * either the old content or the new, and the new survives a power cut.
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  written += 1;
  const draft = `${path}.${process.pid}-${written}.tmp`;
  try {
    const file = await open(draft, 'w', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Makes renames and removals inside a directory durable: they live in the directory, not in the file. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
