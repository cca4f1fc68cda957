import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './queries.ts';

test('a first answer that was asked for before a change is fetched again after it', async () => {
  const client = createQueryClient(() => {});
  const answers: ((messages: string[]) => void)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['messages'],
    queryFn: () => new Promise<string[]>((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => {});
  try {
    const change = client.invalidateQueries({ queryKey: ['messages'] });
    expect(answers).toHaveLength(2);
    answers[0]!([]);
    answers[1]!(['From Amina']);
    await change;
    expect(observer.getCurrentResult()).toMatchObject({
      data: ['From Amina'],
      isFetching: false,
      error: null,
    });
  } finally {
    stop();
  }
});
