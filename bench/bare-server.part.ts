import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort, type Workspace, until } from '../testing/workspace.ts';

/** Starts a peer, `script` beside this file with its port before its other words, and waits until it is ready. */
export async function startBare(
  workspace: Workspace,
  script: string,
  args: readonly string[],
): Promise<{ port: number; pid: number }> {
  const port = await freePort();
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, String(port), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pid = child.pid as number;
  workspace.own(pid);
  // Listened to from the start: at the end the workspace has killed its processes already.
  const end = new Promise((resolve) => child.once('exit', resolve));
  workspace.atEnd(async () => {
    child.kill('SIGKILL');
    await end;
  });
  await until(async () => void (await fetch(`http://127.0.0.1:${port}/readyz`)), 15_000);
  return { port, pid };
}
