import { useEffect, useRef, useState } from 'react';
import { CAMPAIGN_COUNTRIES } from '../../shared/country.ts';
import { words } from '../../shared/words.ts';
import { AreaField } from '../../web/fields/AreaField.tsx';
import { TextField } from '../../web/fields/TextField.tsx';
import { useWithLogin } from '../../web/loginAgain.ts';
import { Button } from '../../web/ui/Button.tsx';
import { CountrySelect } from '../../web/ui/CountrySelect.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { FormErrors } from '../../web/ui/FormErrors.tsx';
import { Switch } from '../../web/ui/Switch.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useCountryOptions } from '../../web/useCountryOptions.ts';
import { useForm } from '../../web/useForm.ts';
import { useUnsavedWarning } from '../../web/useUnsavedWarning.ts';
import { useWords } from '../../web/words.tsx';
import { type Profile, PROFILE_ROOM, saveProfile } from './profile.contract.ts';

interface ProfileFormProps {
  /** As the server has it when the form is first drawn. */
  profile: Profile;
  onSaved: (profile: Profile) => void;
  /** Told whenever there is something to lose, and when there no longer is. */
  onUnsaved: (isUnsaved: boolean) => void;
}

/** What a member tells about themselves. Words that are not saved are never lost without a question. */
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
    read,
    check: () => countryProblem(form.current),
    through: withLogin,
    onSuccess: ({ message }, body) => {
      const now = trimmed({ ...saved, ...body });
      setSaved(now);
      onSaved(now);
      toast({ title: t('Profile Updated'), description: t(message) });
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
        setTyped({ ...read(new FormData(event.currentTarget)), country: typed.country });
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
          maxLength={PROFILE_ROOM.city}
        />
      </div>
      <AreaField
        of={of}
        name="bio"
        label={t('Bio')}
        hint={t('Who you are, in a few sentences.')}
        rows={6}
        dir="auto"
        room={PROFILE_ROOM.bio}
      />
      <AreaField
        of={of}
        name="interests"
        label={t('Interests')}
        hint={t('What you would like to be written to about.')}
        rows={3}
        dir="auto"
        room={PROFILE_ROOM.interests}
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
  'Every member can find you by your name and read what you write here. Your email address is shown to no member.',
);
const IS_PRIVATE = words(
  'No member finds you. Those you have exchanged messages with still see your name, and nothing else of this page.',
);

const textsIn = ['country', 'city', 'bio', 'interests'] as const;

/** Also what is empty: a text that was deleted is to be gone. Some browsers end lines with two characters. */
function read(form: FormData): Profile {
  const texts = textsIn.map(
    (name) => [name, String(form.get(name) ?? '').replaceAll('\r\n', '\n')] as const,
  );
  return {
    ...(Object.fromEntries(texts) as Record<(typeof textsIn)[number], string>),
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
  return (Object.keys(one) as (keyof Profile)[]).every((key) => one[key] === two[key]);
}

/** Letters that name no country of the list stand in its field and in no value. */
function countryProblem(form: HTMLFormElement | null): Record<string, string> {
  const field = form?.querySelector<HTMLInputElement>('[role="combobox"]');
  return field?.validity.customError
    ? { country: words('Please choose your country from the list') }
    : {};
}
