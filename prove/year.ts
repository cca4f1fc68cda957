// Two hundred applications through twelve months on all rails, with every fault that we know of.
//
//   npm run prove -- year            200 applications, steps of 2 to 6 days, 20 kills
//   npm run prove -- year --quick    10 applications, steps of about 16 days, 2 kills
//   … --seed=7                       the same year again; --applications=40 another number
//
// Payers pay, pay too little, too much, late or twice; PayPal refuses, holds, repeats and forgets; its notices are
// lost, doubled and shuffled; administrators make mistakes and correct them; money is refunded and disputed, in part
// and whole; the app is killed. Proves that in the end the journal equals PayPal's report, the chain and the
// statements to the cent, the wei and the unit, or that a line of the review list says why not; that each email came
// once with the right amount; and that a plan was charged once in 28 days at most, each time announced seven days before.
import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress } from 'viem';
import type { Fault } from '../sandbox/paypal/faults.ts';
import {
  checkLedger,
  failedChecks,
} from '../src/features/payments/admin/reconciliation/ledger-check.service.ts';
import { openDatabase } from '../src/server/database/database.ts';
import { inWorkspace, type Workspace } from '../testing/workspace.ts';
import { type Chance, chanceFrom } from './chance.part.ts';
import { Figures } from './figures.part.ts';
import { Accounts } from './year/accounts.ts';
import { Applicants } from './year/applicants.ts';
import { Bank } from './year/bank.ts';
import { endRefunds, INCIDENT_NAMES, Incidents } from './year/incidents.ts';
import { compareMails } from './year/mails.ts';
import { Site } from './year/site.ts';
import { Treasurer } from './year/treasurer.ts';

const option = (name: string) =>
  process.argv.find((text) => text.startsWith(`--${name}=`))?.split('=')[1];

/** What strikes a charge, a capture or a refund of a step. A silent PayPal costs ten seconds. */
const FAULTS: readonly Fault[] = [
  { mode: 'declined', count: 1 },
  { mode: 'pending', count: 1 },
  { mode: '500-after', on: ['charge', 'capture'], count: 1 },
  { mode: 'vault-later', count: 1 },
  { mode: 'reset-after', on: ['charge', 'capture', 'refund'], count: 1 },
  { mode: 'instrument-declined', count: 1 },
  { mode: 'half-json', on: ['charge', 'capture', 'refund'], count: 1 },
  { mode: '500-before', on: ['charge', 'create'], count: 1 },
  { mode: 'refund-pending', count: 1 },
  { mode: 'vault-never', count: 1 },
  { mode: 'reset-before', on: ['charge', 'capture'], count: 1 },
  { mode: 'report-off', count: 1 },
  { mode: 'too-many', on: ['charge', 'capture'], count: 1 },
  { mode: 'report-late' },
  { mode: 'refund-no-funds', count: 1 },
  { mode: 'captured-but-timed-out', count: 1 },
];

interface Year {
  applications: number;
  kills: number;
  /** Days between two steps, from and below. */
  step: readonly [number, number];
  incidents: number;
}

const QUICK: Year = { applications: 10, kills: 2, step: [12, 20], incidents: 4 };
const FULL: Year = { applications: 200, kills: 20, step: [2, 7], incidents: 5 };
const yearDays = 365;

/** The lengths of the steps of a year. */
function stepsOf({ step: [from, below] }: Year, chance: Chance): number[] {
  const steps: number[] = [];
  for (let day = 0; day < yearDays; day += steps.at(-1) ?? 0)
    steps.push(from + chance.below(below - from));
  return steps;
}

/** Which steps the app is killed in. */
function killsOf(steps: number, kills: number, chance: Chance): Set<number> {
  const chosen = new Set<number>();
  while (chosen.size < kills) chosen.add(1 + chance.below(steps - 1));
  return chosen;
}

/** Everyone who takes part. */
async function openWorld(workspace: Workspace, chance: Chance) {
  const own = () => chanceFrom(chance.below(2 ** 31));
  const site = await Site.open(workspace, own());
  // Nobody's: its balance is what payers send.
  const digits = Array.from({ length: 40 }, () => chance.below(16).toString(16)).join('');
  const treasury = getAddress(`0x${digits}`);
  const bank = new Bank();
  const treasurer = new Treasurer(site, bank, own());
  const applicants = new Applicants(site, bank, own());
  const parts = { site, treasurer, applicants, bank, treasury, chance: own() };
  await treasurer.logIn();
  await treasurer.post('/api/admin/payment-config', {
    configType: 'crypto',
    configData: { ethereumAddress: treasury },
  });
  return { ...parts, incidents: new Incidents(parts) };
}
type World = Awaited<ReturnType<typeof openWorld>>;

/** Plays the year, step by step; in some of them the app is killed under one of three parts. */
async function play(world: World, year: Year, chance: Chance): Promise<void> {
  const { site, bank, applicants, treasurer, incidents } = world;
  const steps = stepsOf(year, chance);
  const kills = killsOf(steps.length, year.kills, chance);
  // Everyone comes within the first two months.
  const newcomers = Math.ceil(year.applications / Math.max(1, Math.floor(steps.length / 6)));
  let day = 0;
  for (const [n, count] of steps.entries()) {
    await site.passDays(count);
    day += count;
    if (n % 10 === 0)
      console.log(`day ${day} of ${yearDays}: ${applicants.all.length} have applied`);
    const [isFaulty, place, afterMs] = [chance.in100(60), chance.below(3), chance.below(700)];
    const during = (part: number, work: () => Promise<void>) =>
      kills.has(n) && place === part
        ? Promise.all([work(), sleep(afterMs).then(() => site.kill())])
        : work();
    if (isFaulty) await site.paypal.breakWith(FAULTS[n % FAULTS.length] as Fault);
    await during(0, () => site.workAnHour());
    bank.arrive(await site.today());
    await applicants.arrive(Math.min(year.applications - applicants.all.length, newcomers));
    await during(1, () => applicants.pay());
    await treasurer.logIn();
    await during(2, async () => {
      await incidents.happen(year.incidents);
      await treasurer.checkTransfers(n % 3 === 2);
    });
    await site.paypal.breakWith();
    await site.askAgain();
    await site.delivery.deliverRest();
  }
}

/** What has not come yet comes, mistakes are corrected, and everything is asked once more. */
async function finish(world: World): Promise<void> {
  const { site, bank, treasurer, incidents } = world;
  bank.arrive(await site.today());
  await site.finish();
  await treasurer.logIn();
  await incidents.happen(0);
  await endRefunds(world);
  await treasurer.checkTransfers(true);
  await site.finish();
  await treasurer.logIn();
}

function show({ site, applicants, treasurer, incidents }: World, year: Year, figures: Figures) {
  const count = applicants.all.length;
  figures.add('applications', count, String(year.applications), count === year.applications);
  figures.add('kills', site.kills, String(year.kills), site.kills === year.kills);
  figures.add('times that a payer paid', applicants.payments, '> 0', applicants.payments > 0);
  for (const [status, times] of applicants.refused)
    figures.add(`of them refused with ${status}`, times);
  const { lost, doubled, late } = site.delivery.counts;
  figures.add('notices lost, doubled, late', `${lost}, ${doubled}, ${late}`);
  for (const name of INCIDENT_NAMES) {
    const times = treasurer.done.get(name) ?? 0;
    // A short year has not everything, and a held refund needs a fault at its time.
    const isMust = year === FULL && !name.startsWith('held');
    figures.add(name, times, isMust ? '> 0' : '', times > 0);
  }
  for (const [name, times] of treasurer.done)
    if (!INCIDENT_NAMES.includes(name)) figures.add(name, times);
  for (const refused of incidents.refused.slice(0, 5)) console.log(`  refused: ${refused}`);
}

await inWorkspace(process.argv.includes('--quick') ? 900_000 : 90 * 60_000, async (workspace) => {
  const seed = Number(option('seed') ?? (workspace.isQuick ? 1 : Date.now() % 2 ** 31));
  const form = workspace.isQuick ? QUICK : FULL;
  const asked = option('applications');
  const year = asked ? { ...form, applications: Number(asked) } : form;
  console.log(`year: ${year.applications} applications, --seed=${seed}`);
  const chance = chanceFrom(seed);
  const figures = new Figures();
  const world = await openWorld(workspace, chance);
  try {
    await play(world, year, chance);
    await finish(world);
  } catch (error) {
    console.log(world.site.log());
    throw error;
  }

  show(world, year, figures);
  const { site, treasurer, bank, treasury } = world;
  await new Accounts(site, figures).compare(treasurer, bank, treasury);
  await compareMails(site, figures);
  const database = await openDatabase({ url: site.databaseUrl });
  const broken = failedChecks(await checkLedger(database.db));
  await database.close();
  figures.none(
    'rules of the ledger that do not hold',
    broken.map(({ rule, faults }) => `${rule}: ${JSON.stringify(faults[0])}`),
  );
  return figures.print();
});
