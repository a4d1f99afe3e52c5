import { Heading } from '@authly/ui/heading.tsx';
import type { TargetedInputEvent, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ScreenProps } from './screen-props.ts';

const DIGITS = 2;

/** Digits of Latin, Arabic, Persian and full-width keyboards: the last four bits are the value. */
const digitsIn = (text: string): string =>
  (text.match(/[0-9٠-٩۰-۹０-９]/g) ?? []).map((digit) => digit.charCodeAt(0) & 15).join('');

/** The join check: only the hosted page shows the number. It is sent with its last digit, after a problem with a tap: a second wrong one ends the session. */
export function JoinNumber({ words, visit, state: { numberProblem } }: ScreenProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  const needsTap = useRef(false);
  needsTap.current ||= numberProblem !== undefined;
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const send = async (): Promise<void> => {
    const input = field.current!;
    if (input.readOnly || input.value.length < DIGITS) return;
    input.readOnly = true;
    await visit.confirmNumber(input.value);
    input.readOnly = false;
    input.value = '';
  };
  const onInput = ({ currentTarget }: TargetedInputEvent<HTMLInputElement>): void => {
    currentTarget.value = digitsIn(currentTarget.value).slice(0, DIGITS);
    if (!needsTap.current) void send();
  };
  return (
    <form class="screen number" onSubmit={(event) => (event.preventDefault(), void send())}>
      <Heading text={words.number_title} focuses={false} />
      <label class="lead" for="number">
        {words.number_lead}
      </label>
      <input
        ref={field}
        id="number"
        inputMode="numeric"
        autocomplete="off"
        aria-describedby="number-problem"
        aria-invalid={numberProblem === 'number_wrong'}
        onInput={onInput}
      />
      <p class="problem" role="alert" id="number-problem">
        {numberProblem ? words[numberProblem] : ''}
      </p>
      {needsTap.current && (
        <button type="submit" class="main">
          {words.next}
        </button>
      )}
      <button type="button" class="text danger" onClick={() => visit.ask({ reason: 'user_declined' })}>
        {words.number_no}
      </button>
    </form>
  );
}
