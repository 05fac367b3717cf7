import { STAFF_ROLES, type StaffRole } from '@candor/protocol/desk-light';
import { type ReactElement, useId } from 'react';
import { useDeskT } from '../../lib/texts.ts';

/** Which roles a member has, each with what it may do. */
export function RoleFields(props: {
  readonly value: readonly StaffRole[];
  readonly onChange: (value: readonly StaffRole[]) => void;
  readonly error?: string | null;
}): ReactElement {
  const { value, onChange, error = null } = props;
  const t = useDeskT();
  const id = useId();
  return (
    <fieldset>
      <legend className="text-sm font-medium text-ink-2">{t('staff.roles')}</legend>
      <ul className="mt-1.5 grid gap-1">
        {STAFF_ROLES.map((role) => (
          <li key={role}>
            <label className="flex items-center gap-2.5 rounded-sm px-2 pt-1.5 text-sm font-medium max-desktop:pt-2.5">
              <input
                type="checkbox"
                name="role"
                value={role}
                checked={value.includes(role)}
                aria-describedby={`${id}-${role}`}
                onChange={({ target }) =>
                  onChange(
                    STAFF_ROLES.filter((one) =>
                      one === role ? target.checked : value.includes(one),
                    ),
                  )
                }
                className="size-4 shrink-0 accent-[var(--color-accent-solid)]"
              />
              {t(`role.${role}`)}
            </label>
            <p id={`${id}-${role}`} className="ps-[34px] pb-1 text-xs text-ink-3">
              {t(`role-may.${role}`)}
            </p>
          </li>
        ))}
      </ul>
      {error !== null && (
        <p role="alert" className="mt-1 text-xs text-[var(--color-danger)]">
          {error}
        </p>
      )}
    </fieldset>
  );
}
