export default function Page(_: { game?: string; id?: string }) { return <main class="house"><h1 tabIndex={-1}>sheets</h1></main>; }
