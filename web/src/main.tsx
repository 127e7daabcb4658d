import { render } from "preact";
import { Shell } from "./shell";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/pages.css";
import "./styles/figures.css";
import "./styles/felt.css";
import "./styles/display.css";
import "./styles/back.css";
import "./styles/navigation.css";
import "./styles/print.css";

const root = document.getElementById("page");
// In a task of its own: reading the script and drawing the page are two pieces of work.
if (root) setTimeout(() => render(<Shell />, root));
