import { afterEach, expect, test, vi } from 'vitest';
import { fetchFirst } from './fetchFirst.ts';

afterEach(() => vi.unstubAllGlobals());

test('a file that could not be had is fetched again with the next call, and one that is there is not', async () => {
  const answers: Record<string, Response[]> = {
    '/assets/a.js': [new Response('a')],
    '/assets/b.js': [Response.error(), new Response('', { status: 502 }), new Response('b')],
  };
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const answer = answers[address]?.shift();
    if (!answer || answer.type === 'error') throw new TypeError('Failed to fetch');
    return answer;
  });
  const files = ['assets/a.js', 'assets/b.js'];
  await expect(fetchFirst(files)).rejects.toThrow('Failed to fetch');
  await expect(fetchFirst(files)).rejects.toMatchObject({ status: 502 });
  await fetchFirst(files);
  await fetchFirst(files);
  expect(asked).toEqual(['/assets/a.js', ...Array.from({ length: 3 }, () => '/assets/b.js')]);
});
