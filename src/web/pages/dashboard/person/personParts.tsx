import type { PersonParts } from '../../../../features/people/PersonPage.tsx';
import { SUBMISSIONS_PATH } from '../../../../features/submissions/kinds/Kind.tsx';
import { PersonTags } from './PersonTags.tsx';
import { WriteToPerson } from './WriteToPerson.tsx';

/** What other features add to the page of a person. */
export const personParts: PersonParts = {
  startPath: SUBMISSIONS_PATH,
  writeTo: (addresses) => <WriteToPerson addresses={addresses} />,
  tagsOf: (of, tags) => <PersonTags of={of} tags={tags} />,
};
