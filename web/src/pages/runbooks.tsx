// What to do about each alert, for whoever sees it on a screen.

import { useEffect } from "preact/hooks";
import { useAsked } from "../api";
import type { Runbooks as Told } from "../api-types";
import { staffPage } from "../back/frame";
import { Pending } from "../parts/pieces";

export default staffPage("What to do about an alert", "Runbooks", All);

function All() {
  const asked = useAsked<Told>("/office/runbooks");
  useEffect(() => {
    if (asked.value && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [asked.value]);
  if (!asked.value) return <Pending asked={asked} heading="What to do about an alert" />;
  return (
    <main class="house">
      <h1 tabIndex={-1}>What to do about an alert</h1>
      {asked.value.runbooks.map((each) => (
        <section class="panel pad runbook" id={each.id} key={each.id} tabIndex={-1}>
          <h2>{each.title}</h2>
          <p class="soft">{each.means}</p>
          <ol>
            {each.steps.map((step) => (
              <li key={step}>{step.replaceAll("`", "")}</li>
            ))}
          </ol>
        </section>
      ))}
    </main>
  );
}
