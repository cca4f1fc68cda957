import { useQuery } from '@tanstack/react-query';
import { read } from '../../../web/queries.ts';
import { listTriageChoices } from './triage.contract.ts';

/** The possible owners of a submission, those it has, and the tags in use; none while they are fetched. */
export function useTriageChoices() {
  const { data } = useQuery(read(listTriageChoices));
  return data ?? { administrators: [], owners: [], tags: [] };
}
