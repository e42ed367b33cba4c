#!/bin/sh
# Holds docs/grafana/amdahl.json against the types of @grafana/schema from npm: nothing is unknown, nothing has another type.
# Needs node, npm and a network; takes half a minute. Run it by hand when the dashboard changes.
set -eu
dashboard=$(cd "$(dirname "$0")/../../../../docs/grafana" && pwd)/amdahl.json
work=${1:-$(mktemp -d)}
cd "$work"
[ -d node_modules/@grafana/schema ] ||
    npm install --silent --no-audit --no-fund --ignore-scripts @grafana/schema@13.2.3 typescript@5
node - "$dashboard" <<'NODE'
const fs = require('fs');
const dashboard = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const kinds = {stat: 'Stat', gauge: 'Gauge', timeseries: 'TimeSeries'};
// Words of a closed list are enums there: each is checked by name, which a text is not assignable to.
const lines = [
    "import type {Dashboard, Panel, FieldConfig, GraphFieldConfig, DataSourceRef} from '@grafana/schema';",
    "type Words<T> = T extends string ? `${T}` : T extends (infer I)[] ? Words<I>[] : T extends object ? {[K in keyof T]: Words<T[K]>} : T;",
    "type Target = {refId: string; expr: string; legendFormat?: string; instant?: boolean; range?: boolean; editorMode?: 'code' | 'builder'; datasource?: DataSourceRef};",
];
for (const kind of Object.values(kinds)) {
    lines.push(`import type {Options as ${kind}Options} from '@grafana/schema/dist/esm/raw/composable/${kind.toLowerCase()}/panelcfg/x/${kind}PanelCfg_types.gen';`);
}
const {panels, ...rest} = dashboard;
lines.push(`export const dashboard = ${JSON.stringify(rest)} satisfies Words<Omit<Dashboard, 'panels'>>;`);
for (const {targets, options, fieldConfig: {defaults: {custom, ...defaults}, overrides}, ...panel} of panels) {
    const kind = kinds[panel.type];
    lines.push(`${JSON.stringify(panel)} satisfies Words<Omit<Panel, 'targets' | 'options' | 'fieldConfig'>>;`);
    lines.push(`${JSON.stringify(targets)} satisfies Target[];`);
    lines.push(`${JSON.stringify(options)} satisfies Words<Partial<${kind}Options>>;`);
    lines.push(`${JSON.stringify(defaults)} satisfies Words<FieldConfig>;`);
    lines.push(`${JSON.stringify(custom ?? {})} satisfies Words<GraphFieldConfig>;`);
    lines.push(`${JSON.stringify(overrides)} satisfies never[];`);
}
fs.writeFileSync('dashboard.ts', lines.map(line => line.startsWith('{') || line.startsWith('[') ? `(${line.replace(/ satisfies ([^;]+(\{[^}]*\})?[^;]*);$/, ' satisfies $1);')}` : line).join('\n') + '\n');
NODE
npx --no-install tsc --noEmit --strict --module esnext --moduleResolution bundler --skipLibCheck dashboard.ts
echo "the dashboard fits $(node -p "'@grafana/schema ' + require('@grafana/schema/package.json').version")"
