import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'one-africa-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'db.lock');

describe('a folder', () => {
  test('is taken by one process until it lets go', () => {
    const lock = lockFolder(folder, 'db.lock');
    expect(() => lockFolder(folder, 'db.lock')).toThrow(`in use by process ${process.pid}`);
    lock.release();
    lockFolder(folder, 'db.lock').release();
  });

  test('is not taken from another process that lives', async () => {
    const owner = spawn('sleep', ['30']);
    const stat = readFileSync(`/proc/${owner.pid}/stat`, 'utf8');
    const startedAt = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    for (const held of [{ pid: owner.pid, startedAt }, { pid: owner.pid }]) {
      writeFileSync(file(), JSON.stringify(held));
      expect(() => lockFolder(folder, 'db.lock')).toThrow(`in use by process ${owner.pid}`);
    }
    owner.kill('SIGKILL');
    await new Promise((resolve) => owner.once('close', resolve));
    lockFolder(folder, 'db.lock').release();
  });

  test('is taken over from a process that was killed and whose number another one has now', () => {
    writeFileSync(file(), JSON.stringify({ pid: process.pid, startedAt: '1' }));
    lockFolder(folder, 'db.lock').release();
  });

  test.each(['', '{"pid":', 'null', '{}', '{"pid":"x"}', '[]'])(
    'is taken over from a lock that was cut short (%j)',
    (text) => {
      writeFileSync(file(), text);
      lockFolder(folder, 'db.lock').release();
    },
  );

  test('names its owner in the lock', () => {
    const lock = lockFolder(folder, 'db.lock');
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid });
    lock.release();
  });
});
