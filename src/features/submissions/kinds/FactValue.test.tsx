import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NOTICE_VERSION } from '../../../shared/notice.ts';
import { FactValue } from './FactValue.tsx';

afterEach(cleanup);

test.each([
  [NOTICE_VERSION, `${NOTICE_VERSION}, the current version`],
  ['2025-01', `2025-01; the current version is ${NOTICE_VERSION}`],
  [null, 'Not acknowledged'],
])('the notice that was acknowledged (%s) is compared with the current one', (version, said) => {
  const fact = { id: 'noticeVersion', label: 'Notice', show: 'notice' } as const;
  const { container } = render(<FactValue fact={fact} values={{ noticeVersion: version }} />);
  expect(container.textContent).toBe(said);
});
