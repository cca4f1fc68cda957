import { expect } from 'vitest';
import type { Visitor } from '../../../server/testing.ts';
import { fieldsOf } from '../../../shared/record.ts';
import { callUndo, type Send } from './undo-calls.rules.ts';
import type { UndoableAct } from './undo.contract.ts';

/** What an administrator can undo, newest first. */
export async function undoableOf(admin: Visitor): Promise<UndoableAct[]> {
  const answer = await admin.get('/api/admin/undo');
  expect(answer.status, answer.text).toBe(200);
  return answer.body as UndoableAct[];
}

/** The newest act that an administrator can undo, which must be this one. */
export async function newestOf(admin: Visitor, action: string): Promise<UndoableAct> {
  const [act] = await undoableOf(admin);
  expect(act?.action).toBe(action);
  return act as UndoableAct;
}

/** Undoes that act with the calls that the list makes. */
export async function undoNewest(admin: Visitor, action: string): Promise<void> {
  const send: Send = async ({ method, path }, { params, body }) => {
    const filled = Object.entries(fieldsOf(params)).reduce(
      (to, [name, value]) => to.replace(`:${name}`, encodeURIComponent(String(value))),
      path as string,
    );
    const answer = await admin.send(method, filled, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  await callUndo(send, (await newestOf(admin, action)).undo, 'Undone from the list.');
}
