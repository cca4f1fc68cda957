import * as z from 'zod/mini';
import { member } from '../../../shared/access.ts';
import { CAMPAIGN_COUNTRIES } from '../../../shared/country.ts';
import { type AnswerOf, endpoint } from '../../../shared/endpoint.ts';
import { ById, line, paragraph, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';

/** The most characters that each field holds. */
export const PROFILE_LIMITS = { city: 100, bio: 2000, interests: 500 } as const;

/** A member's profile; every text can be empty. */
export const Profile = z.strictObject({
  country: z.enum(['', ...CAMPAIGN_COUNTRIES], words('Please choose your country from the list')),
  city: line({
    min: 0,
    max: PROFILE_LIMITS.city,
    message: words('Please write your city in one line of at most 100 characters'),
  }),
  bio: paragraph({
    min: 0,
    max: PROFILE_LIMITS.bio,
    message: words('Please shorten what you say about yourself to at most 2,000 characters'),
  }),
  interests: paragraph({
    min: 0,
    max: PROFILE_LIMITS.interests,
    message: words('Please shorten your interests to at most 500 characters'),
  }),
  isPublic: z.boolean(words('Please say whether other members may find you')),
});
export type Profile = z.output<typeof Profile>;

export const readProfile = endpoint({
  name: 'readProfile',
  summary: 'What the caller tells about themselves; empty texts before the first saving',
  method: 'GET',
  path: '/api/profile',
  access: member,
  answer: z.object({ profile: Profile }),
});

export const saveProfile = endpoint({
  name: 'saveProfile',
  summary: 'Write one’s own profile; what is left out stays as it is',
  method: 'PUT',
  path: '/api/profile',
  access: member,
  body: z.partial(Profile),
  answer: MessageAnswer,
});

export const readMember = endpoint({
  name: 'readMember',
  summary:
    'The card of a member who is public, or with whom the caller has written; else 404; needs a verified address',
  method: 'GET',
  path: '/api/members/:id',
  access: member,
  params: ById,
  answer: z.object({
    id: z.uuid(),
    firstName: z.nullable(z.string()),
    lastName: z.nullable(z.string()),
    /** Null where the member keeps it to themselves. */
    profile: z.nullable(
      z.object({
        country: z.string(),
        city: z.string(),
        bio: z.string(),
        interests: z.string(),
      }),
    ),
  }),
});
export type MemberAnswer = AnswerOf<typeof readMember>;
