import type { FastifyBaseLogger } from 'fastify';
import { minutes } from '../../shared/time.ts';
import type { Clock } from '../clock.ts';

/** Records that a control has refused a request: a limit by its name, or another of the few that there are. */
export type NoteRefusal = (control: string) => void;

/**
 * Logs what the controls refuse (ASVS V16.3.3): a line a minute for each of them, with how often it refused since the
 * line before. A flood of requests makes no flood of lines.
 */
export function createRefusalLog(log: Pick<FastifyBaseLogger, 'info'>, clock: Clock): NoteRefusal {
  const lines = new Map<string, { at: number; unsaid: number }>();
  return (control) => {
    const now = clock.now().getTime();
    const last = lines.get(control);
    if (last && now - last.at < minutes(1)) {
      last.unsaid += 1;
      return;
    }
    log.info({ control, times: 1 + (last?.unsaid ?? 0) }, 'refused by a control');
    lines.set(control, { at: now, unsaid: 0 });
  };
}
