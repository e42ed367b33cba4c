// Tries the server with the SDK of the protocol for JavaScript: npm install @modelcontextprotocol/sdk, then
// [PATCH=change.patch FAMILY=name] node try.mjs java -jar amdahl.jar mcp --ledger LEDGER [--jobs JOBS --allow-runs]
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "try", version: "1" });
await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
console.log("capabilities:", Object.keys(client.getServerCapabilities()).join(", "));
const { tools } = await client.listTools();
console.log("tools:", tools.map((tool) => tool.name + (tool.annotations.readOnlyHint ? "" : " (changes)")).join(", "));
const call = async (name, given) => {
  const answer = await client.callTool({ name, arguments: given });
  console.log(`${name} ${JSON.stringify(given).slice(0, 100)}:`, answer.isError ? "error:" : "", answer.content[0].text.slice(0, 300));
  return answer.content[0].text;
};
const refused = async (what, asked) => {
  try {
    await asked();
    console.log(`${what}: no error`);
  } catch (error) {
    console.log(`${what}: ${error.message}`);
  }
};
await call("status", {});
await call("ledger_search", { text: "what won", top: 1 });
await call("trace", { file: "../../etc/passwd" });
await call("ab", { baseline: "true", variant: "true" });
await call("propose", { family: "x", title: "y", addresses: ["SYNC_STALL"] });

let count = 0, pages = 0, cursor;
let first;
do {
  const page = await client.listResources({ cursor });
  first ??= page.resources;
  count += page.resources.length;
  pages++;
  cursor = page.nextCursor;
} while (cursor);
console.log("resources:", count, "on", pages, "pages, first", first.slice(0, 3).map((each) => each.uri).join(" "));
const { resourceTemplates } = await client.listResourceTemplates();
console.log("templates:", resourceTemplates.map((each) => each.uriTemplate).join(" "));
for (const { uri } of first.slice(0, 3)) {
  const { contents, _meta } = await client.readResource({ uri });
  console.log(uri, contents[0].mimeType, contents[0].text.length, "characters", JSON.stringify(_meta ?? {}));
}
await refused("cursor x", () => client.listResources({ cursor: "x" }));
await refused("amdahl://dossier/../../etc/passwd", () => client.readResource({ uri: "amdahl://dossier/../../etc/passwd" }));
const { prompts } = await client.listPrompts();
console.log("prompts:", prompts.map((each) => each.name + "(" + each.arguments.map((one) => one.name + (one.required ? "" : "?")).join(", ") + ")").join(" "));
const question = await client.getPrompt({ name: "what_was_tried", arguments: { family: "x" } });
console.log("what_was_tried:", question.messages[0].content.text.slice(0, 120));
await refused("prompt nosuch", () => client.getPrompt({ name: "nosuch" }));

if (process.env.PATCH) {
  const given = { patch: readFileSync(process.env.PATCH, "utf8"), ...(process.env.FAMILY ? { family: process.env.FAMILY } : {}) };
  let answer = JSON.parse(await call("judge", given));
  const ticket = answer.ticket;
  let last;
  while (ticket && (!answer.state || answer.state === "running")) {
    await sleep(5000);
    answer = JSON.parse((await client.callTool({ name: "status", arguments: { ticket } })).content[0].text);
    if (answer.says && answer.says !== last) {
      console.log("status:", (last = answer.says));
    }
  }
  console.log("verdict:", JSON.stringify({ ...answer, votes: undefined, baseline: undefined, variant: undefined }));
  for (const vote of answer.votes ?? []) {
    console.log("vote:", vote.refuter, vote.ballot, vote.reason, "; not applicable:", vote.not_applicable.length);
  }
  const { contents } = await client.readResource({ uri: "amdahl://judged/" + answer.id });
  console.log(contents[0].uri, contents[0].text.length, "characters");
}
await client.close();
