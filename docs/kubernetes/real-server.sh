#!/bin/sh
# Runs the contract of schedulers against a real API server, from the repository's root.
#
#   KUBECONFIG=... docs/kubernetes/real-server.sh                 an API server alone (no controllers, no nodes): this process plays both
#   KUBECONFIG=... docs/kubernetes/real-server.sh debian:12       a cluster with nodes: its pods run in that image, results come by their logs
#
# Takes a namespace of its own: objects of this library in the namespace of the current context are deleted.
set -eu

[ -n "${KUBECONFIG:-}" ] || {
  echo "set KUBECONFIG to a file whose current context names a server and a namespace" >&2
  exit 2
}
if [ $# -gt 0 ]; then
  AMDAHL_KUBERNETES_IMAGE=$1
  export AMDAHL_KUBERNETES_IMAGE
fi
exec mvn -q -Pfast -pl amdahl-core -am test -Dtest=RealServerConformance -Dsurefire.failIfNoSpecifiedTests=false
