export default function Page(_: { game?: string; id?: string }) { return <main class="house"><h1 tabIndex={-1}>lobby</h1></main>; }
