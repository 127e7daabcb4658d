// A name is all a guest needs; the wallet belongs to the browser's cookie and not to the name.
import { useSignal } from "@preact/signals";
import { beGuest } from "../session";
import { Dialog, Field } from "./pieces";

/** The field for a guest's name, and how they come in by it. */
export function useGuest(enter: () => void) {
  const name = useSignal("");
  const wrong = useSignal("");
  const come = () => beGuest(name.value).then(enter, (problem: Error) => (wrong.value = problem.message));
  const set = (text: string) => {
    name.value = text;
    wrong.value = "";
  };
  const field = (
    <Field title="Your name at the table" maxLength={24} autocomplete="nickname" value={name.value} set={set} error={wrong.value} />
  );
  return { come, field };
}

export function NameDialog({ done }: { done: (ok: boolean) => void }) {
  const { come, field } = useGuest(() => done(true));
  return (
    <Dialog
      kind=""
      title="Take a seat"
      words="Play chips only. A name is all you need."
      button="Play as a guest"
      cancel="Only watch"
      send={come}
      close={() => done(false)}>
      {field}
      <p class="note">
        Chips have no value and are never sold, cashed or passed on. The games and their names belong to their makers; there is no
        affiliation.
      </p>
    </Dialog>
  );
}
