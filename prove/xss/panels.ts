import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

/** LIST of panels that show none of the texts, each with why. */
const WITHOUT_TEXTS: Readonly<Record<string, string>> = {
  '/admin/payments/network': 'what is on the chain is hashes, addresses and amounts',
  '/admin/email/not-mailed': 'addresses, of which none can hold one of the texts',
  '/admin/email/templates': 'the site’s own mails, with examples of its own',
  '/admin/settings/roles': 'what each role may do, as the code has it',
  '/admin/settings/setup': 'what a new site needs, and whether it is done',
  '/admin/settings/retention': 'periods, and how many records are older',
};

interface Tab {
  path: string;
  below: readonly string[];
}

const tabsFile = fileURLToPath(
  new URL('../../src/web/pages/dashboard/dashboardTabs.tsx', import.meta.url),
);

/** The address of every panel, as the dashboard's own list has them. */
export async function panelsOfDashboard(): Promise<string[]> {
  const { module } = await runnerImport<{ DASHBOARD_TABS: readonly Tab[] }>(tabsFile, {
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        // Styles say nothing about where a component is.
        name: 'no-styles',
        enforce: 'pre',
        resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : undefined),
        load: (id) => (id === '\0no-styles' ? '' : undefined),
      },
    ],
  });
  return module.DASHBOARD_TABS.flatMap(({ path, below }) => [path, ...below]);
}

/** The panels that showed no text, or show one although they are listed as showing none. */
export function notShown(panels: readonly string[], readAt: ReadonlyMap<string, number>): string[] {
  const shown = new Map<string, number>();
  for (const [address, texts] of readAt) {
    const path = address.split(/[?#]/)[0] ?? '';
    shown.set(path, Math.max(texts, shown.get(path) ?? 0));
  }
  return [
    ...panels.filter((panel) => !shown.has(panel)).map((panel) => `${panel} was not looked at.`),
    ...panels
      .filter((panel) => shown.get(panel) === 0 && !Object.hasOwn(WITHOUT_TEXTS, panel))
      .map(
        (panel) =>
          `${panel} shows none of the texts: seed what it shows, or say in panels.ts why it shows none.`,
      ),
    ...Object.keys(WITHOUT_TEXTS)
      .filter((panel) => !panels.includes(panel) || (shown.get(panel) ?? 0) > 0)
      .map((panel) => `${panel} is in panels.ts without need.`),
  ];
}
