import { useState } from 'react';
import { useWords } from '../../../web/words.tsx';
import { useQuery } from '@tanstack/react-query';
import { shownName } from '../../../shared/shown.ts';
import { CallError } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { type MemberAnswer, readMember } from './profile.contract.ts';

/** The saved profile as other members see it; fetched when its owner wants to know. */
export function OwnCard({ userId }: { userId: string }) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 py-2 bold">{t('How other members see you')}</summary>
      <div className="py-2">{isOpen ? <MemberCard id={userId} /> : null}</div>
    </details>
  );
}

/** The profile of another member, as far as it is public; shown beside a conversation with them. */
export function MemberCard({ id }: { id: string }) {
  const t = useWords();
  const query = useQuery(read(readMember, { params: { id } }));
  if (query.data) return <Card member={query.data} />;
  if (query.isPending) return <Loading>{t('Loading profile...')}</Loading>;
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (isGone) return <p className="hint">{t('This member’s profile is not available.')}</p>;
  return <LoadError query={query} fallback={t('This profile could not be loaded.')} />;
}

function Card({ member }: { member: MemberAnswer }) {
  const t = useWords();
  const name = shownName(member) || t('Unknown');
  const { profile } = member;
  const place = [profile?.city, profile?.country && t(profile.country)].filter(Boolean).join(', ');
  const hasWords = Boolean(place || profile?.bio || profile?.interests);
  return (
    <section className="grid gap-3 [overflow-wrap:anywhere]" aria-label={name}>
      <h3 className="text-[1.125rem]">
        <bdi>{name}</bdi>
      </h3>
      {place ? (
        <p className="hint" dir="auto">
          {place}
        </p>
      ) : null}
      {profile?.bio ? (
        <p className="whitespace-pre-line" dir="auto">
          {profile.bio}
        </p>
      ) : null}
      {profile?.interests ? (
        <div>
          <h4 className="bold">{t('Interests')}</h4>
          <p className="whitespace-pre-line" dir="auto">
            {profile.interests}
          </p>
        </div>
      ) : null}
      {profile === null ? <p className="hint">{t('This member’s profile is private.')}</p> : null}
      {profile !== null && !hasWords ? (
        <p className="hint">{t('This member has written nothing about themselves yet.')}</p>
      ) : null}
    </section>
  );
}
