import { setTimeout as sleep } from 'node:timers/promises';
import type { House } from '../../../server/context.ts';
import type { BulkLine, MailServer } from '../bulk-line.service.ts';
import type { Outcome } from '../email.rules.ts';
import { changeBatch, type MailBatch } from './batch.store.ts';
import { booksOf } from './books.service.ts';
import { newsWriter } from './news.service.ts';
import { spreadAudience } from './pool.store.ts';
import { endSpreading } from './progress.store.ts';
import { isBarredByNow, listDue, type Recipient } from './recipient.store.ts';

/** What is true of all batches that one process sends after another. */
export interface Round {
  line: BulkLine;
  server: MailServer;
  /** Mails that may still leave today; null: any number. */
  share: number | null;
  /** Mails at once: more than there are connections, so that none waits for the database. */
  lanes: number;
  /** When the next mail may leave, in ms of `performance.now()`. */
  turn(nowMs: number): number;
  /** Whether no further mail is to be begun: the process is to stop, another one leads, or the limits are others by now. */
  isOver(): boolean;
}

/** How a walk through a batch ended: all that was due has been tried, or why it stopped. */
export type Walk =
  | { end: 'through' | 'over' | 'share' }
  | { end: 'held' }
  | { end: 'away'; words: string };

const peopleAtOnce = 5000;
const readAtOnce = 200;
/** How soon it is seen, while a mail waits for its turn, that none is to leave any more. */
const longestNapMs = 200;

/** Gives everybody of an audience a row, as long as the round lasts; true once all have one. */
export async function spread(
  { db, clock }: House,
  batch: MailBatch,
  { isOver }: Pick<Round, 'isOver'>,
): Promise<boolean> {
  let after = batch.spreadTo ?? undefined;
  const asked = { ...batch.audience, asOf: batch.createdAt };
  while (!isOver()) {
    const page = { batchId: batch.id, now: clock.now(), after, limit: peopleAtOnce };
    const last = await spreadAudience(db, page, asked);
    if (last === undefined) {
      await endSpreading(db, batch.id);
      return true;
    }
    after = last;
    await changeBatch(db, batch.id, { spreadTo: last });
  }
  return false;
}

/** Tries every mail of a batch whose turn has come, several at once. */
export async function walkThrough(house: House, batch: MailBatch, round: Round): Promise<Walk> {
  const books = booksOf(house, batch, round.server.configType);
  const write = newsWriter(house, batch);
  const line = recipientsOf(house, batch.id);
  let stopped: Walk | undefined;
  /** Tries in a row at which the server was lost without a word. */
  let lost = 0;

  async function sendOne(recipient: Recipient): Promise<void> {
    if (recipient.isBarred) return books.skip(recipient);
    let isMarked = false;
    const outcome = await round.line.send(await write(recipient), async () => {
      isMarked = await books.mark(recipient);
      return isMarked;
    });
    if (!outcome) {
      if (await isBarredByNow(house.db, batch.id, recipient)) return books.skip(recipient);
      // Not ours to send any more: somebody paused the batch, or another process has it.
      stopped ??= { end: 'held' };
    } else if (outcome.isAboutServer && !isMarked)
      stopped ??= { end: 'away', words: outcome.words };
    else {
      books.end(recipient, outcome);
      lost = isLost(outcome) ? lost + 1 : 0;
      if (lost >= round.lanes) stopped ??= { end: 'away', words: outcome.words };
    }
  }

  async function lane(): Promise<void> {
    for (;;) {
      if (stopped) return;
      if (round.isOver()) stopped = { end: 'over' };
      else if (round.share === 0) stopped = { end: 'share' };
      else {
        const recipient = await line.next();
        if (!recipient) return;
        if (round.share !== null && !recipient.isBarred) round.share--;
        await turn(round, () => stopped !== undefined);
        // What was over meanwhile is not begun; the recipient stays queued.
        if (!stopped && !round.isOver()) await sendOne(recipient);
      }
    }
  }

  const lanes = await Promise.allSettled(Array.from({ length: round.lanes }, lane));
  await books.settled();
  const broken = lanes.find((one) => one.status === 'rejected');
  if (broken) throw broken.reason;
  return stopped ?? { end: 'through' };
}

/** Temporary, and not in the server's words: the line broke or nobody answered. */
const isLost = ({ result, words }: Outcome) => result === 'temporary' && !/^\d{3}/.test(words);

/** Waits until the next mail may leave, or none is to leave any more. */
async function turn(round: Round, isStopped: () => boolean): Promise<void> {
  const atMs = round.turn(performance.now());
  for (;;) {
    const leftMs = atMs - performance.now();
    if (leftMs <= 0 || round.isOver() || isStopped()) return;
    await sleep(Math.min(leftMs, longestNapMs));
  }
}

/** The recipients of a batch whose turn it is, each once; the next ones are read while these are tried. */
function recipientsOf({ db, clock }: House, batchId: string) {
  let read: Recipient[] = [];
  let last: Recipient | undefined;
  let reading: Promise<void> | undefined;
  let isEnd = false;

  async function readMore(): Promise<void> {
    const now = clock.now();
    const more = await listDue(db, batchId, { now, after: last, limit: readAtOnce });
    read = read.concat(more);
    last = more.at(-1) ?? last;
    isEnd = more.length < readAtOnce;
  }
  const fill = () =>
    (reading ??= readMore().finally(() => {
      reading = undefined;
    }));

  return {
    async next(): Promise<Recipient | undefined> {
      while (read.length === 0 && !isEnd) await fill();
      const recipient = read.shift();
      // Only ahead of its time: where this fails, who takes the next one reads again and hears why.
      if (read.length < readAtOnce / 4 && !isEnd && !reading) fill().catch(() => undefined);
      return recipient;
    },
  };
}
