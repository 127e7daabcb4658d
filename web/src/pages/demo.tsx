// What a visitor to the demonstration can try: its screens, its pit, and a jackpot to win.

import { useAsked } from "../api";
import type { DisplayList } from "../api-types";
import { Button, Top } from "../parts/pieces";
import { Empty, Waiting } from "../parts/states";

/** What to try, after what it is called. */
const TRY = {
  "Watch two screens":
    "Open the displays of KIS-01 and HCF-02 in two windows. They share a jackpot: its meter rises on both with every wager at any linked table.",
  "Deal a round":
    "Sign in as dana, the dealer, and open table KIS-01 in the pit. Nobody else deals there. Press the number of each seat that wagers, lock the round with Space, and end it without a winner with Enter.",
  "Win the jackpot":
    "At KIS-01, lock a round, press the number of a seat that wagered, and type 8h 9h Th Jh Qh Kh 2c. The award is pending on every linked screen, and the next jackpot is already rising.",
  "Approve it":
    "Sign in as sam, a supervisor, in another browser, and approve the award. Dana cannot approve it. A supervisor confirms the recording of the cards. Sam cannot pay what Sam approved: Alex from accounting pays it.",
  "Follow the money":
    "Sign in as anton, the auditor, and open Office, Trail of an award: any award leads back to its wager, its cards, its people and its entries. Anton reads everything and changes nothing.",
  "Do nothing":
    "A table is dealt a jackpot every few minutes. It waits a little for you. Then somebody approves it, and somebody pays it later.",
  "Turn it off":
    "Stop the house with Ctrl-C while a display is open. Its figures turn to outlines, and it says since when it is not live. Nothing from the demonstration is kept.",
};

export default function Demo() {
  const { value, problem } = useAsked<DisplayList>("/displays");
  if (!value)
    return (
      <main class="house">
        <h1 tabIndex={-1}>{problem ? "No demonstration" : "A demonstration"}</h1>
        {problem ? <Empty title="This house is not a demonstration" action={<code>croupier serve --demo</code>} /> : <Waiting />}
      </main>
    );
  const titles = [...new Set(value.displays.flatMap((each) => each.jackpots.map(({ title }) => title)))];
  const shown = (title: string) => value.displays.filter((each) => each.jackpots.some((jackpot) => jackpot.title === title));
  titles.sort((one, two) => shown(two).length - shown(one).length);
  return (
    <main class="house demo">
      <Top
        title="A demonstration"
        words={`${value.displays.length} tables play for ${titles.length} jackpots, in play chips, by themselves. Not approved equipment. The names, passwords and second factors of its people were printed where you started it.`}>
        <Button to="/pit" words="The pit" />
        <Button kind="primary" to="/login" words="Sign in" />
      </Top>
      <div class="sm">
        <section class="panel pad stack" aria-label="Displays">
          <h2>Displays</h2>
          {titles.map((title) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <ul class="demo-list">
                {shown(title).map(({ table }) => (
                  <li key={table}>
                    <a href={`/displays/${table}`} target="_blank" rel="noopener">
                      {table}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </section>
        <section class="panel pad stack" aria-label="Try this">
          <h2>Try this</h2>
          <ol>
            {Object.entries(TRY).map(([title, words]) => (
              <li key={title}>
                <b>{title}.</b> {words}
              </li>
            ))}
          </ol>
        </section>
      </div>
    </main>
  );
}
