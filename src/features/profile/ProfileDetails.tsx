import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../shared/words.ts';
import { sentenceOf } from '../../web/api.ts';
import { read } from '../../web/queries.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Loading } from '../../web/ui/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { type Profile, readMember, readProfile } from './profile.contract.ts';

interface ProfileDetailsProps {
  onUnsaved: (isUnsaved: boolean) => void;
}

/** The form of a member's profile as soon as the server has said what it holds. */
export function ProfileDetails({ onUnsaved }: ProfileDetailsProps) {
  const t = useWords();
  const client = useQueryClient();
  const query = useQuery(read(readProfile));
  // What was loaded once stays: an ended session makes the page forget, and must not take the form away.
  const [profile, setProfile] = useState<Profile>();
  if (!profile && query.data) setProfile(query.data.profile);

  return (
    <section className="grid gap-5" aria-labelledby="profile-details">
      <h2 id="profile-details" className="text-2xl">
        {t('Profile Details')}
      </h2>
      <p className="max-w-prose">
        {t('Tell as much as you like. No field here has to be filled in.')}
      </p>
      {profile ? (
        <ProfileForm
          profile={profile}
          onUnsaved={onUnsaved}
          onSaved={(saved) => {
            client.setQueryData(read(readProfile).queryKey, { profile: saved });
            void client.invalidateQueries({ queryKey: [readMember.name] });
          }}
        />
      ) : null}
      {!profile && query.isPending ? <Loading>{t('Loading profile...')}</Loading> : null}
      {!profile && query.error ? (
        <Notice role="alert" tone="danger">
          <p>{t(sentenceOf(query.error, words('Your profile could not be loaded.')))}</p>
          <Button onClick={() => void query.refetch()}>{t('Try again')}</Button>
        </Notice>
      ) : null}
    </section>
  );
}
