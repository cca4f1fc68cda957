import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** LIST of rooms in which none of the texts stands, each with why. */
const WITHOUT_TEXTS: Readonly<Record<string, string>> = {
  '/admin/payments/network': 'what stands on the chain is hashes, addresses and amounts',
  '/admin/email/not-mailed': 'addresses, of which none can hold one of the texts',
  '/admin/email/templates': 'the site’s own mails, with examples of its own',
  '/admin/settings/roles': 'what each role may do, as the code has it',
  '/admin/settings/retention': 'periods, and how many records are older',
};

interface Tab {
  path: string;
  below: readonly string[];
}

const tabsFile = fileURLToPath(
  new URL('../../src/web/pages/dashboard/dashboardTabs.tsx', import.meta.url),
);

/** The address of every room, as the dashboard's own list has them. */
export async function roomsOfDashboard(): Promise<string[]> {
  const { module } = await runnerImport<{ DASHBOARD_TABS: readonly Tab[] }>(tabsFile, {
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        // What a component looks like says nothing of where it is.
        name: 'no-styles',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
        load: (id) => (id === '\0no-styles' ? '' : undefined),
      },
    ],
  });
  return module.DASHBOARD_TABS.flatMap(({ path, below }) => [path, ...below]);
}

/** What is wrong with where texts were read, by the addresses that were looked at. */
export function notShown(rooms: readonly string[], readAt: ReadonlyMap<string, number>): string[] {
  const shown = new Map<string, number>();
  for (const [address, texts] of readAt) {
    const path = address.split(/[?#]/)[0] ?? '';
    shown.set(path, Math.max(texts, shown.get(path) ?? 0));
  }
  return [
    ...rooms.filter((room) => !shown.has(room)).map((room) => `${room} was not looked at.`),
    ...rooms
      .filter((room) => shown.get(room) === 0 && !Object.hasOwn(WITHOUT_TEXTS, room))
      .map(
        (room) =>
          `${room} shows none of the texts: plant what it shows, or say in rooms.ts why it shows none.`,
      ),
    ...Object.keys(WITHOUT_TEXTS)
      .filter((room) => !rooms.includes(room) || (shown.get(room) ?? 0) > 0)
      .map((room) => `${room} stands in rooms.ts without need.`),
  ];
}
