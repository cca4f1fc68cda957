// Seven jobs of administrators in Chromium, on a phone and on a desktop: the presses that each takes from the first page
// of the dashboard, and the seconds that site and browser take for them. Someone who reads, thinks and types takes
// longer. The journeys are those of `npm test`, which hold the limits of presses; no limit of seconds is promised.
//
//   npm run bench -- jobs
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JobNote } from '../e2e/presses.ts';
import { inWorkspace } from '../testing/workspace.ts';
import { machineLoad, printTable } from './table.part.ts';

const SIZES = ['phone', 'desktop'] as const;
const JOURNEYS = ['e2e/jobs.spec.ts', 'e2e/new-site.spec.ts'];

/** What the journeys noted, by job and size. */
function notesIn(suites: readonly JSONReportSuite[]): Map<string, Map<string, JobNote>> {
  const notes = new Map<string, Map<string, JobNote>>();
  const read = ({ specs, suites: inner = [] }: JSONReportSuite) => {
    for (const { projectName, annotations } of specs.flatMap(({ tests }) => tests))
      for (const { type, description } of annotations) {
        if (type !== 'job' || !description) continue;
        const note = JSON.parse(description) as JobNote;
        const ofJob = notes.get(note.job) ?? new Map<string, JobNote>();
        notes.set(note.job, ofJob.set(projectName, note));
      }
    inner.forEach(read);
  };
  suites.forEach(read);
  return notes;
}

await inWorkspace(1_800_000, async ({ folder }) => {
  console.log(machineLoad());
  const report = join(folder, 'report.json');
  const projects = SIZES.map((size) => `--project=${size}`);
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...JOURNEYS,
      ...projects,
      '--grep-invert=with the keyboard alone',
      '--workers=1',
      '--reporter=json',
    ],
    {
      env: { ...process.env, JOURNEYS: 'all', PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const { suites } = JSON.parse(readFileSync(report, 'utf8')) as JSONReport;
  const rows = [...notesIn(suites)].map(([job, bySize]) => {
    const cells = SIZES.flatMap((size) => {
      const note = bySize.get(size);
      return note ? [String(note.presses), note.seconds.toFixed(1)] : ['-', '-'];
    });
    const most = [...bySize.values()][0]?.most;
    return [job, ...cells, most === null || most === undefined ? '-' : String(most)];
  });
  const heads = SIZES.flatMap((size) => [`${size}: presses`, 'seconds']);
  printTable([['job', ...heads, 'at most'], ...rows]);
  return status === 0;
});
