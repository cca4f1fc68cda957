import type { Person } from './message.contract.ts';

interface Names {
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean | null;
}

/** The columns of which `named` makes a person, of the members' table or an alias of it. */
export const namesOf = <First, Last, Admin>(table: {
  firstName: First;
  lastName: Last;
  isAdmin: Admin;
}) => ({ firstName: table.firstName, lastName: table.lastName, isAdmin: table.isAdmin });

/** What others see of a member; without names where the account is gone. Who is no administrator has no `isTeam` at all. */
export const personOf = (id: string, names: Names | null | undefined): Person => ({
  id,
  firstName: names?.firstName ?? null,
  lastName: names?.lastName ?? null,
  ...(names?.isAdmin ? { isTeam: true } : {}),
});
