// A screen that is not known yet shows a code; when somebody has confirmed it, the screen is the table's.
import { useEffect, useState } from "preact/hooks";
import { send } from "../api";

interface Begun { secret: string; code: string; seconds: number }
interface Asked { paired: boolean; table?: string }

const ASK_MS = 2000;
const WAIT_MS = 15_000;

export function Pairing({ table }: { table: string }) {
  const [code, setCode] = useState("");
  useEffect(() => {
    let secret = "";
    let timer: ReturnType<typeof setTimeout>;
    const step = async () => {
      let next = ASK_MS;
      try {
        if (!secret) {
          const begun = await send<Begun>("/pairing", { kind: "display" });
          secret = begun.secret;
          setCode(begun.code);
        } else if ((await send<Asked>("/pairing/token", { secret })).paired) {
          secret = "";
          setCode("");
          next = WAIT_MS; // the line to the table opens by itself
        }
      } catch {
        // The code has run out, or the house is busy: another one a little later.
        secret = "";
        next = WAIT_MS;
      }
      timer = setTimeout(() => void step(), next);
    };
    void step();
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="d-pairing">
      <p>This screen is not paired with table {table}.</p>
      {code && <><p role="status" class="d-code">{code}</p><p>Enter this code under Devices.</p></>}
    </div>
  );
}
