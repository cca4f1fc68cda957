import { useEffect, useRef, useState } from 'react';
import { CAMPAIGN_COUNTRIES } from '../../../shared/country.ts';
import { keysOf, recordOf } from '../../../shared/record.ts';
import { words } from '../../../shared/words.ts';
import { AreaField } from '../../../web/fields/AreaField.tsx';
import { TextField } from '../../../web/fields/TextField.tsx';
import { useWithLogin } from '../../../web/withLogin.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { CountrySelect } from '../../../web/forms/CountrySelect.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Switch } from '../../../web/forms/Switch.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useCountryOptions } from '../../../web/forms/useCountryOptions.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useUnsavedWarning } from '../../../web/forms/useUnsavedWarning.ts';
import { useWords } from '../../../web/words.tsx';
import {
  type Profile,
  PROFILE_LIMITS,
  readMember,
  readProfile,
  saveProfile,
} from './profile.contract.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { read } from '../../../web/queries.ts';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';

interface ProfileFormProps {
  /** As the server has it when the form is first drawn. */
  profile: Profile;
  onSaved: (profile: Profile) => void;
  /** Called whenever there is something to lose, and when there no longer is. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** A member's own profile. Unsaved changes are not lost without a confirmation. */
export function ProfileForm({ profile, onSaved, onUnsaved }: ProfileFormProps) {
  const t = useWords();
  const countries = useCountryOptions(CAMPAIGN_COUNTRIES);
  const withLogin = useWithLogin();
  const form = useRef<HTMLFormElement>(null);
  const [filled] = useState(profile);
  const [saved, setSaved] = useState(profile);
  const [typed, setTyped] = useState(profile);
  const isUnsaved = !isSame(typed, saved);
  useUnsavedWarning(isUnsaved);
  useEffect(() => onUnsaved(isUnsaved), [isUnsaved, onUnsaved]);

  const save = useForm(saveProfile, {
    fallback: t('Failed to update profile.'),
    read: readFields,
    check: () => countryProblem(form.current),
    through: withLogin,
    onSuccess: (_, body) => {
      const now = trimmed({ ...saved, ...body });
      setSaved(now);
      onSaved(now);
      toast({ title: t('Profile Updated') });
    },
    onFailure: (sentence) =>
      toast({ title: t('Update Failed'), description: t(sentence), variant: 'destructive' }),
  });
  const of = { errors: save.errors, filled: { ...filled, isPublic: '' } };
  const { country } = save.errors;

  return (
    <form
      {...save.form}
      ref={form}
      className="grid gap-5"
      aria-labelledby="profile-details"
      onInput={(event) => {
        save.form.onInput(event);
        setTyped({ ...readFields(new FormData(event.currentTarget)), country: typed.country });
      }}
    >
      <FormErrors state={save} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('Country')} error={country && t(country)}>
          <CountrySelect
            name="country"
            options={countries}
            placeholder={t('Choose your country')}
            value={typed.country}
            onChange={(chosen) => setTyped({ ...typed, country: chosen })}
          />
        </Field>
        <TextField
          of={of}
          name="city"
          label={t('City')}
          autoComplete="address-level2"
          dir="auto"
          maxLength={PROFILE_LIMITS.city}
        />
      </div>
      <AreaField
        of={of}
        name="bio"
        label={t('Bio')}
        hint={t('Who you are, in a few sentences.')}
        rows={6}
        dir="auto"
        characterLimit={PROFILE_LIMITS.bio}
      />
      <AreaField
        of={of}
        name="interests"
        label={t('Interests')}
        hint={t('What you would like people to write to you about.')}
        rows={3}
        dir="auto"
        characterLimit={PROFILE_LIMITS.interests}
      />
      <Switch
        name="isPublic"
        label={t('Public profile')}
        hint={t(typed.isPublic ? IS_PUBLIC : IS_PRIVATE)}
        defaultChecked={filled.isPublic}
      />
      <div className="actions items-center">
        <Button
          type="submit"
          variant="primary"
          pending={save.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Save Changes')}
        </Button>
        <span role="status" className="hint">
          {isUnsaved ? t('Not saved yet') : null}
        </span>
      </div>
    </form>
  );
}

const IS_PUBLIC = words(
  'Any member can find you by name and read what you write here. No member sees your email address.',
);
const IS_PRIVATE = words(
  'No member can find you. People you have exchanged messages with still see your name, but nothing else on this page.',
);

const textsIn = ['country', 'city', 'bio', 'interests'] as const;

/** Also what is empty: a text that was deleted is to be gone. Some browsers end lines with two characters. */
function readFields(form: FormData): Profile {
  return {
    ...recordOf(textsIn, (name) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')),
    isPublic: form.has('isPublic'),
  };
}

/** As the server keeps it. */
const trimmed = (profile: Profile): Profile => ({
  ...profile,
  city: profile.city.trim(),
  bio: profile.bio.trim(),
  interests: profile.interests.trim(),
});

function isSame(a: Profile, b: Profile): boolean {
  const [one, two] = [trimmed(a), trimmed(b)];
  return keysOf(one).every((key) => one[key] === two[key]);
}

/** Text that names no country of the list stays in the field and is not part of the value. */
function countryProblem(form: HTMLFormElement | null): Record<string, string> {
  const field = form?.querySelector<HTMLInputElement>('[role="combobox"]');
  return field?.validity.customError
    ? { country: words('Please choose your country from the list') }
    : {};
}

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
      <p className="max-w-prose">{t('Share as much as you like. No field is required.')}</p>
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
        <LoadError query={query} fallback={t('Your profile could not be loaded.')} />
      ) : null}
    </section>
  );
}
