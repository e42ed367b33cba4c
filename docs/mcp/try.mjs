// Tries the server with the SDK of the protocol for JavaScript: npm install @modelcontextprotocol/sdk, then
// node try.mjs java -jar amdahl.jar mcp --ledger LEDGER
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "try", version: "1" });
await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
const { tools } = await client.listTools();
console.log("tools:", tools.map((tool) => tool.name + (tool.annotations.readOnlyHint ? "" : " (changes)")).join(", "));
const call = async (name, given) => {
  const answer = await client.callTool({ name, arguments: given });
  console.log(`${name} ${JSON.stringify(given)}:`, answer.isError ? "error:" : "", answer.content[0].text.slice(0, 300));
};
await call("status", {});
await call("ledger_search", { text: "what won", top: 1 });
await call("trace", { file: "../../etc/passwd" });
await call("ab", { baseline: "true", variant: "true" });
await call("propose", { family: "x", title: "y", addresses: ["SYNC_STALL"] });
await client.close();
